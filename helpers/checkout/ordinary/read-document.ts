/** What can be known about one control of a page without acting on it. */
export interface ControlFacts {
  kind: 'button' | 'link' | 'text' | 'select' | 'radio' | 'checkbox';
  /** What a screen reader would call it. */
  name: string;
  /** Attributes and nearby text that tell what it is for when its name does not. */
  hints: string;
  type: string;
  value: string;
  checked: boolean;
  disabled: boolean;
  required: boolean;
  invalid: boolean;
  /** Under something else, where a click would not reach it. */
  covered: boolean;
  /** Part of a cookie banner or a similar notice. */
  notice: boolean;
  submits: boolean;
  /** What radios of one question have in common. */
  group: string;
  options: { value: string; text: string; disabled: boolean }[];
  min: number;
  max: number;
  maxLength: number;
  pattern: string;
  /** Changes when a button is pressed down without a word. */
  look: string;
}

export interface DocumentFacts {
  /** Tells a document from the one before at the same address. */
  id: string;
  /** HTTP status; 0 when the browser does not tell. */
  status: number;
  text: string;
  controls: ControlFacts[];
}

/**
 * Runs in the browser: everything on a page that a customer could act on, open shadow roots included, in the order
 * of the page. `elements` are what to act on, one for each of the controls: a styled radio is pressed by its label.
 */
export const readDocument = (): { facts: DocumentFacts; elements: Element[] } => {
  const selector =
    'button, input:not([type=hidden]), select, textarea, a[href], summary, [contenteditable=""], [contenteditable=true],' +
    '[role=button], [role=link], [role=tab], [role=menuitem], [role=radio], [role=option], [role=checkbox], [role=switch],' +
    '[role=textbox], [role=spinbutton], [role=combobox], [onclick]';
  const short = (text: string | null | undefined, length = 160) =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, length);

  /** Many a framework leaves buttons without a role: they show a hand, and stand for nothing else. */
  const isBareButton = (one: Element): boolean =>
    one instanceof HTMLElement &&
    one !== document.body &&
    getComputedStyle(one).cursor === 'pointer' &&
    (!one.parentElement || getComputedStyle(one.parentElement).cursor !== 'pointer') &&
    !one.closest(`label, option, ${selector}`) &&
    !one.querySelector(`label, ${selector}`);

  const inside = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [
      ...(one.matches(selector) || isBareButton(one) ? [one] : []),
      ...(one.shadowRoot ? inside(one.shadowRoot) : []),
    ]);

  const words = (node: Node): string => {
    if (node.nodeType === 3) return node.textContent ?? '';
    if (!(node instanceof Element) || node.matches('select, textarea, script, style, [aria-hidden=true], [hidden]'))
      return '';
    if (node instanceof HTMLImageElement) return ` ${node.alt} `;
    return [...node.childNodes].map(words).join(node instanceof HTMLElement && node.children.length > 0 ? ' ' : '');
  };

  const byIds = (one: Element, attribute: string): string =>
    (one.getAttribute(attribute) ?? '')
      .split(/\s+/)
      .map((id) => (id ? (one.getRootNode() as Document | ShadowRoot).getElementById(id) : null))
      .map((other) => (other ? words(other) : ''))
      .join(' ');

  const labelsOf = (one: Element): HTMLElement[] => [...((one as HTMLInputElement).labels ?? [])];
  const isPushed = (one: Element) =>
    one.matches(
      'button, summary, a, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], [role=radio], [role=combobox], [onclick]',
    );
  const pushInput = (one: Element): boolean =>
    one instanceof HTMLInputElement && /^(submit|button|image|reset)$/.test(one.type);

  const nameOf = (one: Element): string => {
    const field = one as HTMLInputElement;
    const candidates = [
      byIds(one, 'aria-labelledby'),
      one.getAttribute('aria-label'),
      labelsOf(one).map(words).join(' '),
      pushInput(one) ? field.value || field.alt || (field.type === 'submit' ? 'Submit' : '') : '',
      isPushed(one) || !one.matches(selector) ? words(one) : '',
      one.getAttribute('title'),
      one.getAttribute('placeholder'),
    ];
    return candidates.map((text) => short(text)).find((text) => text !== '') ?? '';
  };

  /** Text beside a control that is not tied to it: what stands just before, and the heading of its group. */
  const around = (one: Element): string => {
    const legend = one.closest('fieldset')?.querySelector('legend')?.textContent;
    const group = one.closest('[role=radiogroup], [role=group], [role=listbox]');
    let before = one.previousSibling;
    while (before && !short(words(before))) before = before.previousSibling;
    const cell = one.closest('td, dd')?.previousElementSibling;
    const parent = one.parentElement?.previousElementSibling;
    const near = before ? words(before) : cell ? words(cell) : parent && !parent.matches(selector) ? words(parent) : '';
    return [
      legend,
      group && (group.getAttribute('aria-label') ?? byIds(group, 'aria-labelledby')),
      short(near, 60),
    ].join(' ');
  };

  const shows = (one: Element, least: number): boolean => {
    const box = one.getBoundingClientRect();
    return box.width >= least && box.height >= least && one.checkVisibility({ checkVisibilityCSS: true });
  };
  const faint = (one: Element) => !shows(one, 3) || !one.checkVisibility({ checkOpacity: true });

  const modals = [...document.querySelectorAll('dialog[open], [aria-modal=true]')].filter((one) => shows(one, 3));
  const isCovered = (one: Element): boolean => {
    if (one.closest('[inert]')) return true;
    if (modals.length > 0 && !modals.some((modal) => modal.contains(one)) && document.contains(one)) {
      if (modals.some((modal) => modal.matches('[aria-modal=true], :modal'))) return true;
    }
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const hit = (one.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
    return (
      hit !== null && !one.contains(hit) && !hit.contains(one) && !labelsOf(one).some((label) => label.contains(hit))
    );
  };

  const noticeWords = /cookie|privacy (settings|preferences)|tracking|newsletter|notifications/i;
  const isNotice = (one: Element): boolean => {
    for (let box: Element | null = one.parentElement; box && box !== document.body; box = box.parentElement) {
      const text = box.textContent ?? '';
      if (text.length > 1500 || box.querySelectorAll('input:not([type=checkbox]), select').length > 1) return false;
      if (noticeWords.test(`${box.id} ${box.getAttribute('class')} ${text}`)) return true;
    }
    return false;
  };

  const kindOf = (one: Element): ControlFacts['kind'] => {
    const role = one.getAttribute('role') ?? '';
    if (one instanceof HTMLSelectElement) return 'select';
    if (/^(radio|option)$/.test(role)) return 'radio';
    if (/^(checkbox|switch)$/.test(role)) return 'checkbox';
    if (one instanceof HTMLInputElement) {
      if (pushInput(one)) return 'button';
      return one.type === 'radio' || one.type === 'checkbox' ? one.type : 'text';
    }
    if (one instanceof HTMLTextAreaElement || (one as HTMLElement).isContentEditable) return 'text';
    if (/^(textbox|spinbutton)$/.test(role)) return 'text';
    return (one.matches('a[href]') && role !== 'button') || role === 'link' ? 'link' : 'button';
  };

  const forms = [...document.forms];
  const groups = [...document.querySelectorAll('[role=radiogroup], [role=listbox], fieldset')];
  const factsOf = (one: Element, pressed: Element): ControlFacts => {
    const field = one as HTMLInputElement;
    const aria = (name: string) => one.getAttribute(`aria-${name}`);
    const kind = kindOf(one);
    const attributes = ['name', 'id', 'placeholder', 'autocomplete', 'data-testid', 'aria-describedby'];
    const number = (name: string, otherwise: number) => Number.parseFloat(one.getAttribute(name) ?? '') || otherwise;
    return {
      kind,
      name: nameOf(one),
      hints: short(`${attributes.map((name) => one.getAttribute(name) ?? '').join(' ')} ${around(one)}`, 300),
      type: one.getAttribute('role') === 'spinbutton' ? 'number' : (field.type ?? ''),
      value: field.value ?? (kind === 'text' ? (one.textContent ?? '') : ''),
      checked:
        field.checked ||
        ['checked', 'pressed', 'selected', 'current'].some((state) => /^(true|page|step)$/.test(aria(state) ?? '')),
      disabled:
        one.matches(':disabled') ||
        aria('disabled') === 'true' ||
        (kind === 'text' && one.matches('[readonly], [aria-readonly=true]')),
      required: field.required || aria('required') === 'true',
      invalid: aria('invalid') === 'true' || (one.matches('input, select') && one.matches(':user-invalid')),
      covered: isCovered(pressed),
      notice: isNotice(one),
      submits: one.matches('form button:not([type]), form [type=submit], form [type=image]'),
      group:
        kind === 'radio'
          ? `${forms.indexOf(field.form as HTMLFormElement)}/${field.name || groups.indexOf(one.closest('[role=radiogroup], [role=listbox], fieldset') as Element)}`
          : '',
      options:
        one instanceof HTMLSelectElement
          ? [...one.options].map(({ value, text, disabled }) => ({ value, text: short(text), disabled }))
          : [],
      min: number('min', Number.NaN),
      max: number('max', Number.NaN),
      maxLength: number('maxlength', Infinity),
      pattern: one.getAttribute('pattern') ?? '',
      look: short(`${one.getAttribute('class')} ${aria('expanded')}`, 80),
    };
  };

  /** Line by line, since the cells of a table belong together; the browser leaves shadow roots out. */
  const shownText = (root: Document | ShadowRoot): string =>
    [
      ...(root instanceof Document ? [root.body] : root.children),
      ...[...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? []),
    ]
      .map((part) => (part instanceof ShadowRoot ? shownText(part) : ((part as HTMLElement | null)?.innerText ?? '')))
      .join('\n');

  const shown = inside(document).flatMap((one) => {
    const label = labelsOf(one).find((each) => shows(each, 3));
    const byLabel = one.matches('[type=radio], [type=checkbox]') && faint(one);
    if (byLabel ? !label : !shows(one, 3)) return [];
    const pressed = byLabel && label ? label : one;
    return [{ pressed, facts: factsOf(one, pressed) }];
  });
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    responseStatus?: number;
  })[];
  return {
    elements: shown.map(({ pressed }) => pressed),
    facts: {
      id: `${performance.timeOrigin} ${location.href}`,
      status: navigation?.responseStatus ?? 0,
      text: shownText(document)
        .replace(/[^\S\n]+/g, ' ')
        .trim()
        .slice(0, 6000),
      controls: shown.map(({ facts }) => facts),
    },
  };
};
