/** A value that is sent with a page although the customer has not entered it. */
export interface Preset {
  /** Name, id and label of its field or parameter. */
  name: string;
  value: string;
}

/** What is known about a control without acting on it. */
export interface ControlFacts {
  kind: 'button' | 'link' | 'text' | 'select' | 'radio' | 'checkbox';
  /** The accessible name. */
  name: string;
  /** Attributes and nearby text that show its purpose if the name does not. */
  hints: string;
  type: string;
  value: string;
  checked: boolean;
  disabled: boolean;
  required: boolean;
  invalid: boolean;
  /** Covered by another element, so that a click would not reach it. */
  covered: boolean;
  /** Part of a cookie banner or a similar notice. */
  notice: boolean;
  submits: boolean;
  /**
   * The text of its row if other controls have the same name, such as "Successful payment" for one of several "Run".
   */
  row: string;
  /** Opens a list of answers and shows the selected one. */
  opens: boolean;
  /** Opens a collapsed section of the page. */
  unfolds: boolean;
  /** The same for all radios of one question. */
  group: string;
  options: { value: string; text: string; disabled: boolean }[];
  min: number;
  max: number;
  maxLength: number;
  /** The values that a press sends: its own value, and the parameters of its address. */
  carries: Preset[];
  /** The appearance, which may be the only thing to change when a button is pressed. */
  look: string;
}

export interface DocumentFacts {
  /** Distinguishes a document from an earlier one at the same address. */
  id: string;
  /** The HTTP status; 0 if the browser does not provide it. */
  status: number;
  text: string;
  /** The text of collapsed sections, which often contain the test data of test environments. */
  folded: string;
  controls: ControlFacts[];
  /** The values of hidden fields. */
  presets: Preset[];
  /** The limit that the page exceeds; empty when it can be read. */
  beyond: string;
  /** Whether it shows something unreadable, such as a canvas or a closed shadow root. */
  unread: boolean;
}

/**
 * Runs in the browser: returns all controls of a page in document order, including those in open shadow roots.
 * `elements` has the element to act on for each control, which may be the label of a styled radio.
 */
export const readDocument = (): { facts: DocumentFacts; elements: Element[] } => {
  // Far above the needs of payment pages, but low enough to read quickly.
  const most = {
    elements: 20_000,
    controls: 600,
    options: 3000,
    presets: 300,
    siblings: 1000,
    label: 2000,
    value: 200,
  };
  const selector =
    'button, input:not([type=hidden]), select, textarea, a[href], summary, [contenteditable=""], [contenteditable=true],' +
    '[role=button], [role=link], [role=tab], [role=menuitem], [role=radio], [role=option], [role=checkbox], [role=switch],' +
    '[role=textbox], [role=spinbutton], [role=combobox], [onclick]';
  const short = (text: string | null | undefined, length = 160) =>
    (text ?? '').slice(0, most.label).replace(/\s+/g, ' ').trim().slice(0, length);

  /** Some frameworks create buttons without a role, recognizable only by the pointer cursor. */
  const isBareButton = (one: Element): boolean =>
    one instanceof HTMLElement &&
    one !== document.body &&
    getComputedStyle(one).cursor === 'pointer' &&
    (!one.parentElement || getComputedStyle(one.parentElement).cursor !== 'pointer') &&
    !one.closest(`label, option, ${selector}`) &&
    !one.querySelector(`label, ${selector}`) &&
    // The button of a web component is inside its shadow root.
    !one.shadowRoot?.querySelector(selector);

  let count = 0;
  const inside = (root: Document | ShadowRoot): Element[] => {
    const all = root.querySelectorAll('*');
    count += all.length;
    if (count > most.elements) return [];
    return [...all].flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])]);
  };

  const words = (node: Node, depth = 0): string => {
    if (node.nodeType === 3) return (node.textContent ?? '').slice(0, most.label);
    const isRead = node instanceof Element && depth < 100;
    if (!isRead || node.matches('select, textarea, script, style, [aria-hidden=true], [hidden]')) return '';
    if (node instanceof HTMLImageElement) return ` ${node.alt.slice(0, most.label)} `;
    const between = node instanceof HTMLElement && node.children.length > 0 ? ' ' : '';
    let text = '';
    // A slot of a web component shows its assigned nodes.
    const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    let child: Node | null = slotted[0] ?? node.firstChild;
    for (let at = 0; child && at < most.siblings && text.length < most.label; at += 1) {
      text += words(child, depth + 1) + between;
      child = slotted.length > 0 ? (slotted[at + 1] ?? null) : child.nextSibling;
    }
    return text;
  };

  const byIds = (one: Element, attribute: string): string =>
    (one.getAttribute(attribute) ?? '')
      .slice(0, most.value)
      .split(/\s+/)
      .map((id) => (id ? (one.getRootNode() as Document | ShadowRoot).getElementById(id) : null))
      .map((other) => (other ? words(other) : ''))
      .join(' ');

  const labelsOf = (one: Element): HTMLElement[] => [...((one as HTMLInputElement).labels ?? [])].slice(0, 5);
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
    const names = candidates.map((text) => short(text)).filter((text) => text !== '');
    // If the name is only a symbol, prefer a title or placeholder with words.
    return names.find((text) => /[\p{L}\d]/u.test(text)) ?? names[0] ?? '';
  };

  /** Nearby text that is not associated with a control: the preceding text and the heading of its group. */
  const around = (one: Element): string => {
    const legend = one.closest('fieldset')?.querySelector('legend');
    const group = one.closest('[role=radiogroup], [role=group], [role=listbox]');
    let before = one.previousSibling;
    for (let at = 0; before && !short(words(before)); at += 1) before = at < 50 ? before.previousSibling : null;
    const cell = one.closest('td, dd')?.previousElementSibling;
    const parent = one.parentElement?.previousElementSibling;
    const near = before ? words(before) : cell ? words(cell) : parent && !parent.matches(selector) ? words(parent) : '';
    return [
      legend && short(words(legend)),
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
  /** Whether an element contains another one, across shadow roots. */
  const isAround = (outer: Element, one: Element): boolean => {
    const root = one.getRootNode();
    return outer.contains(one) || (root instanceof ShadowRoot && isAround(outer, root.host));
  };
  const isCovered = (one: Element): boolean => {
    if (one.closest('[inert]')) return true;
    // The answers of an open list may be drawn outside its dialog.
    const isAnswer = listIsOpen && (one.matches('[role=option]') || drawnListOf(one) !== undefined);
    if (modals.length > 0 && !isAnswer && !modals.some((modal) => modal.contains(one)) && document.contains(one)) {
      if (modals.some((modal) => modal.matches('[aria-modal=true], :modal'))) return true;
    }
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const hit = (one.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
    if (!hit || one.contains(hit) || isAround(hit, one) || labelsOf(one).some((label) => label.contains(hit)))
      return false;
    return !canScrollClear(one, hit);
  };

  /** Whether scrolling can uncover a control that is under a fixed bar at an edge of the window. */
  const canScrollClear = (one: Element, hit: Element): boolean => {
    const scroller = document.scrollingElement;
    let bar: Element | null = hit;
    while (bar && !/fixed|sticky/.test(getComputedStyle(bar).position)) bar = bar.parentElement;
    if (!bar || !scroller || bar.contains(one)) return false;
    const [control, edge] = [one.getBoundingClientRect(), bar.getBoundingClientRect()];
    if (edge.height > innerHeight / 2) return false;
    return edge.top > innerHeight / 2
      ? scroller.scrollHeight - innerHeight - scroller.scrollTop >= control.bottom - edge.top
      : scroller.scrollTop >= edge.bottom - control.top;
  };

  const noticeWords = /cookie|privacy (settings|preferences)|tracking|newsletter|notifications/i;
  const isNotice = (one: Element): boolean => {
    for (let box: Element | null = one.parentElement; box && box !== document.body; box = box.parentElement) {
      const text = words(box);
      if (text.length > 1500 || box.querySelectorAll('input:not([type=checkbox]), select').length > 1) return false;
      if (noticeWords.test(`${short(box.id)} ${short(box.getAttribute('class'))} ${text}`)) return true;
    }
    return false;
  };

  /** The parent of a toggle button that has other toggle buttons beside it: the answers of one question. */
  const toggledIn = (one: Element): Element | undefined =>
    one.matches('[aria-pressed]') &&
    [...(one.parentElement?.children ?? [])].filter((other) => other.matches('[aria-pressed]')).length > 1
      ? (one.parentElement ?? undefined)
      : undefined;
  /** The button of a list of answers that is not a select; the list closes when an answer is selected. */
  const opener = '[role=combobox], [aria-haspopup=listbox]';
  const isOpenList = (one: Element) => one.matches(`:is(${opener})[aria-expanded=true]`);
  /** Whether a field shows or filters the answers of its list, which are selected, not typed. */
  const opensList = (field: Element): boolean =>
    field instanceof HTMLInputElement &&
    field.matches('[role=combobox]') &&
    /^(text|search)$/.test(field.type) &&
    !/^(numeric|decimal|tel|email)$/.test(field.inputMode) &&
    (field.readOnly || field.type === 'search' || field.matches('[aria-haspopup=listbox], [aria-haspopup=true]'));
  /** The element to press for a field that opens a list: its box, if a placeholder or the answer covers the field. */
  const boxOf = (field: Element): Element => {
    const { x, y, height, width } = field.getBoundingClientRect();
    const hit = (field.getRootNode() as Document | ShadowRoot).elementFromPoint(x + width / 2, y + height / 2);
    let box: Element | null = hit ? field : null;
    for (let at = 0; box && at < 5; at += 1) {
      if (box.contains(hit) && shows(box, 3)) return box;
      box = box.parentElement;
      if (!box || box.querySelectorAll(`label, ${selector}`).length !== 1) break;
    }
    return field;
  };
  /** The containers of open lists whose answers are drawn beside an invisible element with the role of a list. */
  const drawnLists = (): Element[] =>
    all.filter(isOpenList).flatMap((one) => {
      const ids = `${cut(one.getAttribute('aria-controls'))} ${cut(one.getAttribute('aria-owns'))}`.trim();
      const list = ids && (one.getRootNode() as Document | ShadowRoot).getElementById(ids.split(/\s+/)[0] ?? '');
      return list && list.parentElement && list.parentElement !== document.body && !shows(list, 3)
        ? [list.parentElement]
        : [];
    });
  const drawnListOf = (one: Element): Element | undefined =>
    one.matches(selector) ? undefined : openLists.find((list) => list.contains(one));
  const kindOf = (one: Element): ControlFacts['kind'] => {
    const role = one.getAttribute('role') ?? '';
    if (one instanceof HTMLSelectElement) return 'select';
    if (/^(radio|option)$/.test(role) || toggledIn(one) || drawnListOf(one)) return 'radio';
    if (/^(checkbox|switch)$/.test(role)) return 'checkbox';
    if (one instanceof HTMLInputElement) {
      if (pushInput(one) || opensList(one)) return 'button';
      return one.type === 'radio' || one.type === 'checkbox' ? one.type : 'text';
    }
    if (one instanceof HTMLTextAreaElement || (one as HTMLElement).isContentEditable) return 'text';
    if (/^(textbox|spinbutton)$/.test(role)) return 'text';
    return (one.matches('a[href]') && role !== 'button') || role === 'link' ? 'link' : 'button';
  };

  const isChosen = (one: Element): boolean => {
    // Even the selected answer has to be pressed, or the list stays open.
    if (listIsOpen && (one.matches('[role=option]') || drawnListOf(one))) return false;
    // Pressing the summary of an open section would close it.
    if ((one as HTMLInputElement).checked || one.matches('details[open] > summary')) return true;
    const states = ['checked', 'pressed', 'selected', 'current', 'expanded'];
    return states.some((state) => /^(true|page|step)$/.test(one.getAttribute(`aria-${state}`) ?? ''));
  };

  /** Limits an attribute or value, which may be megabytes long. */
  const cut = (text: string | null | undefined): string => (text ?? '').slice(0, most.value);
  const parametersOf = (address: string): Preset[] => {
    const [, query = ''] = address.slice(0, most.label).split('?');
    return [...new URLSearchParams(query.split('#')[0])]
      .slice(0, 30)
      .map(([name, value]) => ({ name, value: cut(value) }));
  };
  const carriedBy = (one: Element): Preset[] => {
    if (one instanceof HTMLAnchorElement) return parametersOf(one.href);
    if (!(one instanceof HTMLButtonElement || pushInput(one))) return [];
    const { name, value, form, formAction } = one as HTMLButtonElement;
    const own = name && value ? [{ name: cut(name), value: cut(value) }] : [];
    return form
      ? [...own, ...parametersOf(one.hasAttribute('formaction') ? formAction : (form.getAttribute('action') ?? ''))]
      : own;
  };

  const forms = [...document.forms];
  const question = '[role=radiogroup], [role=listbox], fieldset';
  /** The question to which an answer belongs, across shadow roots and slots. */
  const questionOf = (one: Element): Element | undefined => {
    let at: Element | null = one;
    while (at && !at.matches(question)) {
      const root: Node = at.getRootNode();
      at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }
    return at ?? undefined;
  };
  const factsOf = (one: Element, pressed: Element): ControlFacts => {
    const field = one as HTMLInputElement;
    const aria = (name: string) => one.getAttribute(`aria-${name}`);
    const kind = kindOf(one);
    const attributes = ['name', 'id', 'placeholder', 'autocomplete', 'data-testid', 'aria-describedby'];
    const number = (name: string, otherwise: number) => Number.parseFloat(one.getAttribute(name) ?? '') || otherwise;
    return {
      kind,
      name: nameOf(one),
      hints: short(`${attributes.map((name) => cut(one.getAttribute(name))).join(' ')} ${around(one)}`, 300),
      type: one.getAttribute('role') === 'spinbutton' ? 'number' : (field.type ?? ''),
      // The value of a list item is a number.
      value: cut(String((one as { value?: string | number }).value ?? (kind === 'text' ? words(one) : ''))),
      checked: isChosen(one),
      disabled:
        one.matches(':disabled') ||
        aria('disabled') === 'true' ||
        (kind === 'text' && one.matches('[readonly], [aria-readonly=true]')),
      required: field.required || aria('required') === 'true',
      // The browser evaluates the page's own pattern, so that a slow one blocks only this page.
      invalid:
        aria('invalid') === 'true' ||
        (one.matches('input, select') && one.matches(':user-invalid')) ||
        (kind === 'text' && field.validity?.patternMismatch),
      covered: isCovered(pressed),
      notice: isNotice(one),
      row: '',
      opens: kind === 'button' && one.matches(opener),
      unfolds: one.matches(`details:not([open]) > summary, [aria-expanded=false]:not(${opener})`),
      submits: one.matches('form button:not([type]), form [type=submit], form [type=image]'),
      group:
        kind === 'radio'
          ? `${forms.indexOf(field.form as HTMLFormElement)}/${cut(field.name) || all.indexOf((toggledIn(one) ?? drawnListOf(one) ?? questionOf(one)) as Element)}`
          : '',
      options:
        one instanceof HTMLSelectElement
          ? [...one.options].map(({ value, text, disabled }) => ({ value: cut(value), text: short(text), disabled }))
          : [],
      min: number('min', Number.NaN),
      max: number('max', Number.NaN),
      maxLength: number('maxlength', Infinity),
      carries: carriedBy(one),
      look: short(`${one.getAttribute('class')} ${aria('expanded')}`, 80),
    };
  };

  /** Keeps lines, since the cells of a table row belong together. Adds shadow roots, which innerText omits. */
  const shownText = (root: Document | ShadowRoot): string =>
    [
      ...(root instanceof Document ? [root.body] : [...root.children].filter((one) => !one.matches('style, script'))),
      ...[...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? []),
    ]
      .map((part) =>
        part instanceof ShadowRoot ? shownText(part) : ((part as HTMLElement | null)?.innerText ?? '').slice(0, 60_000),
      )
      .join('\n');

  const foldedText = (): string =>
    [...document.querySelectorAll('details:not([open]) :is(li, tr, p, pre)')]
      .slice(0, 200)
      .map((line) => words(line))
      .join('\n')
      .slice(0, 2000);

  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    responseStatus?: number;
  })[];
  const facts: DocumentFacts = {
    id: `${performance.timeOrigin} ${location.href.slice(0, most.label)}`,
    status: navigation?.responseStatus ?? 0,
    text: '',
    folded: '',
    controls: [],
    presets: [],
    beyond: '',
    unread: false,
  };
  const all = inside(document);
  const listIsOpen = all.some(isOpenList);
  const openLists = drawnLists();
  const candidates = all.filter((one) => one.matches(selector) || isBareButton(one));
  const amounts = {
    elements: count,
    controls: candidates.length,
    options: all.filter((one) => one instanceof HTMLOptionElement).length,
  };
  const [tooMany] = Object.entries(amounts).filter(([name, amount]) => amount > most[name as keyof typeof amounts]);
  if (tooMany) return { elements: [], facts: { ...facts, beyond: `${tooMany[1]} ${tooMany[0]}` } };

  /** An element with a closed shadow root appears empty but has a size. */
  const isUnread = (one: Element): boolean => {
    const isEmpty = one.matches('div, section, main, article') || one.localName.includes('-');
    const isClosed = isEmpty && one.childNodes.length === 0 && !one.shadowRoot;
    if (!isClosed && !one.matches('canvas, object, embed')) return false;
    const { width, height } = one.getBoundingClientRect();
    return width >= 40 && height >= 15 && shows(one, 3);
  };

  const shown = candidates.flatMap((one) => {
    const label = labelsOf(one).find((each) => shows(each, 3));
    const byLabel = one.matches('[type=radio], [type=checkbox]') && faint(one);
    if (byLabel ? !label : !shows(one, 3)) return [];
    const pressed = byLabel && label ? label : opensList(one) ? boxOf(one) : one;
    return [{ one, pressed, facts: factsOf(one, pressed) }];
  });

  const pushed = shown.filter(({ facts: { kind } }) => kind === 'button' || kind === 'link');
  for (const { one, facts: own } of pushed) {
    const row = one.closest('tr, li, [role=row], [role=listitem]');
    if (row && pushed.some((other) => other.one !== one && other.facts.name === own.name)) own.row = short(words(row));
  }

  const seen = new Set(shown.map(({ one }) => one));
  const unseen = all.filter(
    (one): one is HTMLInputElement =>
      one.matches('input, select, textarea') && !seen.has(one) && !pushInput(one) && !one.matches(':disabled'),
  );
  const sent = unseen.filter((one) => one.value && (!/^(radio|checkbox)$/.test(one.type) || one.checked));
  if (sent.length > most.presets) return { elements: [], facts: { ...facts, beyond: `${sent.length} hidden fields` } };
  return {
    elements: shown.map(({ pressed }) => pressed),
    facts: {
      ...facts,
      // The browser shows other content types in a page of its own.
      unread: document.contentType.includes('html') && all.some(isUnread),
      text: shownText(document)
        .replace(/[^\S\n]+/g, ' ')
        .trim()
        .slice(0, 6000),
      folded: foldedText(),
      controls: shown.map((one) => one.facts),
      presets: sent.map((one) => ({
        name: short(`${cut(one.name)} ${cut(one.id)} ${nameOf(one)}`),
        value: cut(one.value),
      })),
    },
  };
};
