import { html, type Html } from '../html.ts';
import type { EntryField, EntryProblems, EntryValues } from './payment-entry.ts';

export type FieldView = { values: EntryValues; problems: EntryProblems };

/** The error of one field, to be placed next to it. */
export function fieldError(view: FieldView, field: EntryField): Html | undefined {
  const problem = view.problems[field];
  return problem === undefined ? undefined : html`<p class="error" id="${field}-error">${problem}</p>`;
}

/** The attributes that associate an input with its hint and its error. */
export function described(view: FieldView, field: EntryField, hint?: string): Html | undefined {
  const invalid = view.problems[field] !== undefined;
  const ids = [hint, invalid ? `${field}-error` : undefined].filter((id) => id !== undefined).join(' ');
  if (ids === '') return undefined;
  return invalid ? html`aria-describedby="${ids}" aria-invalid="true"` : html`aria-describedby="${ids}"`;
}
