import type { Frame, Page } from '@playwright/test';
import { documentsOf, readIn, tooLarge } from './page-documents.ts';

/** A value that a page sends, entered or not. */
export interface SentValue {
  /** Name, id, label, placeholder and the like. */
  words: string;
  value: string;
  /** The type of its field; `hidden` also for one that is not seen. */
  type: string;
  disabled: boolean;
}

/** What no ARIA snapshot tells of a page. */
export interface PageFacts {
  /** The text that is seen, in lines. */
  text: string;
  values: SentValue[];
  /** The fields whose values the page has refused. */
  invalid: string[];
  /** The HTTP status of the outermost document; 0 if the browser does not provide it. */
  status: number;
  /** The browser refused to show the outermost document: framing is blocked, or it is unreachable. */
  blocked: boolean;
}

interface DocumentFacts extends Omit<PageFacts, 'blocked'> {
  size: number;
}

const maxElements = 20_000;
const maxTextLength = 20_000;

/**
 * Reads the page in its current state. A document that is being replaced reads as empty.
 *
 * @throws NotTested when the page is too large
 */
export const readFacts = async (where: Page | Frame): Promise<PageFacts> => {
  const frames = documentsOf(where);
  const documents = await readIn(frames, readDocument, nothing);
  const large = documents.find(({ size }) => size > maxElements);
  if (large) throw tooLarge(`${large.size} elements`);
  return {
    text: documents
      .map(({ text }) => text)
      .join('\n')
      .slice(0, maxTextLength),
    values: documents.flatMap(({ values }) => values),
    invalid: documents.flatMap(({ invalid }) => invalid),
    status: documents[0]?.status ?? 0,
    blocked: frames[0]?.url().startsWith('chrome-error:') ?? false,
  };
};

const nothing: DocumentFacts = { text: '', values: [], invalid: [], status: 0, size: 0 };

/** Runs in the browser. */
export const readDocument = (all: readonly Element[]): DocumentFacts => {
  const textOf = (root: Document | ShadowRoot): string =>
    [
      ...(root instanceof Document ? [root.body] : [...root.children].filter((one) => !one.matches('style, script'))),
      ...[...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? []),
    ]
      .map((part) => (part instanceof ShadowRoot ? textOf(part) : ((part as HTMLElement | null)?.innerText ?? '')))
      .join('\n')
      .slice(0, 60_000);
  const short = (text: string | null | undefined) => (text ?? '').slice(0, 200);
  const wordsOf = (one: HTMLInputElement): string =>
    [
      ...['name', 'id', 'placeholder', 'autocomplete', 'aria-label', 'title'].map((name) => one.getAttribute(name)),
      ...[...(one.labels ?? [])].slice(0, 3).map((label) => label.textContent),
    ]
      .map(short)
      .join(' ');
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    responseStatus?: number;
  })[];
  const fields = all.filter((one): one is HTMLInputElement => one.matches('input, select, textarea')).slice(0, 600);
  const isSent = (one: HTMLInputElement) =>
    !/^(?:submit|button|reset|image)$/.test(one.type) && (!/^(?:radio|checkbox)$/.test(one.type) || one.checked);
  const sent = (words: string, value: string, type = 'hidden', disabled = false) => {
    return { words, value: short(value), type, disabled };
  };
  // Some pages show an amount as a picture with words, or in a field that cannot be changed.
  const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const money = /\d[.,]\d|[A-Z]{3}\s?\d|\d\s?[A-Z]{3}|\p{Sc}/u;
  const further = [
    ...all
      .filter((one) => one.matches('img[alt], [aria-label]'))
      .map((one) => [one, one.getAttribute('alt') ?? one.getAttribute('aria-label') ?? ''] as const),
    ...fields
      .filter((one) => one.matches('input') && (one.readOnly || one.disabled))
      .map((one) => [one, `${wordsOf(one).replace(/\d/g, '')} ${one.value}`] as const),
  ].filter(([one, words]) => money.test(words) && isSeen(one));
  const buttons = all.filter((one): one is HTMLButtonElement => one.matches('button[name][value]')).slice(0, 100);
  const links = all.filter((one): one is HTMLAnchorElement => one.matches('a[href*="?"]')).slice(0, 100);
  return {
    size: all.length,
    text: [document.body ? textOf(document) : '', ...further.map(([, words]) => short(words))]
      .join('\n')
      .replace(/[^\S\n]+/g, ' ')
      .trim(),
    status: navigation?.responseStatus ?? 0,
    invalid: fields
      .filter(
        (one) => one.checkVisibility() && (one.matches(':user-invalid') || one.getAttribute('aria-invalid') === 'true'),
      )
      .map(wordsOf),
    values: [
      ...fields
        .filter((one) => one.value && isSent(one))
        .flatMap((one) => {
          const chosen = one instanceof HTMLSelectElement ? one.selectedOptions[0] : undefined;
          const label = one.type === 'radio' ? one.labels?.[0]?.textContent : undefined;
          const type = one.checkVisibility() ? one.type : 'hidden';
          return [one.value, chosen?.text ?? label ?? []]
            .flat()
            .map((value) => sent(wordsOf(one), value, type, one.matches(':disabled')));
        }),
      ...buttons.map(({ name, value }) => sent(short(name), value)),
      ...links.flatMap((one) =>
        [...new URLSearchParams(one.search.slice(0, 2000))].map(([words, value]) => sent(short(words), value)),
      ),
    ],
  };
};
