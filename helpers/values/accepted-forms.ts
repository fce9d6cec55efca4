import type { FullConfig } from '@playwright/test';
import type { Flow } from '../../interface/answers/target-facts.ts';
import { openApi } from '../client/open-api.ts';
import { usualForm } from '../client/references.ts';
import { appendToRun, readRun } from '../run/run-log.ts';
import { waitAt } from '../run/wait-for.ts';
import { readSettings } from '../settings/environment.ts';
import type { Settings } from '../settings/settings.ts';
import { byKind, formsOf, kindsIn, learnedFlows, type AcceptedForms, type Kind } from './forms.ts';
import { learnForms } from './learn-forms.ts';

const inLog = 'accepted-forms';

/** The global setup that learns once, for all workers, which forms of values the target accepts. */
export default async function learnAtStart({ shard }: FullConfig): Promise<void> {
  appendToRun(inLog, await learnAt(readSettings(), shard?.total ?? 1));
}

const learnAt = async (settings: Settings, shards?: number): Promise<AcceptedForms> => {
  const { api, close } = openApi(settings, shards);
  waitAt(settings.baseUrl);
  try {
    return await learnForms(api, settings);
  } finally {
    await close();
  }
};

const atAddress = new Map<string, Promise<AcceptedForms>>();

/**
 * The forms that the target of a run accepts; none but the usual ones where nothing was learned.
 *
 * @param mutant in a proof: a conforming variant is asked, and a sandbox with a fault accepts whatever the sandbox does
 */
export const acceptedForms = (
  settings: Settings,
  mutant?: { readonly address: string; readonly rule: string },
): AcceptedForms | Promise<AcceptedForms> => {
  if (mutant === undefined) return readRun<AcceptedForms>(inLog).at(-1) ?? {};
  if (mutant.rule !== '') return everyForm(settings);
  const known = atAddress.get(mutant.address) ?? learnAt({ ...settings, baseUrl: mutant.address });
  atAddress.set(mutant.address, known);
  return known;
};

const everyForm = (settings: Settings): AcceptedForms => {
  const forms = formsOf(settings);
  const namesIn = (flow: Flow, kind: Kind): string[] =>
    kindsIn(flow).includes(kind) ? forms[kind].flatMap((group) => Object.keys(group)) : [usualForm];
  return Object.fromEntries(learnedFlows.map((flow) => [flow, byKind((kind) => namesIn(flow, kind))]));
};
