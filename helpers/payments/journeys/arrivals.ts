import { describe, type Shape } from '../../../interface/messages/shapes.ts';
import type { Arrival, ArrivalKind } from '../merchant/merchant-server.ts';

// What can be said against an arrival at the merchant (2.3), in words; nothing means that all is well.

type Came = Arrival | undefined;

/** An arrival in words, for a report. */
export const shown = (arrival: Came): string =>
  arrival === undefined
    ? 'nobody arrived at the merchant'
    : `${arrival.method} to ${arrival.kind}_url with ${arrival.parameters.map(([name, value]) => `${name}=${value}`).join(', ') || 'no parameters'}`;

/** That nobody came. */
export const nobody = (arrival: Came): string[] => (arrival ? [] : ['nobody arrived at success_url or failure_url']);

/** That somebody came to the other address. */
export const arrivedAt = (arrival: Came, kind: ArrivalKind): string[] =>
  arrival && arrival.kind !== kind ? [`the browser arrived at ${arrival.kind}_url`] : [];

/** The values of a parameter, as often as it came. */
export const valuesOf = (arrival: Came, name: string): string[] =>
  (arrival?.parameters ?? []).filter(([other]) => other === name).map(([, value]) => value);

/** That a parameter is absent or wrong. One that came twice must say the same both times, or the merchant reads one or the other. */
export const carried = (arrival: Came, name: string, shape: Shape): string[] => {
  const values = valuesOf(arrival, name);
  if (values.length === 0) return [`${name} is absent, not ${describe(shape)}`];
  const wrong = values.filter((value) => !shape.safeParse(value).success);
  const various = new Set(values).size > 1 ? [`${name} has ${values.length} different values`] : [];
  return [...wrong.map((value) => `${name} is ${JSON.stringify(value)}, not ${describe(shape)}`), ...various];
};

/** That the merchant's own path was changed; how it is encoded is no matter. */
export const pathKept = ({ path }: Arrival, own: string): string[] =>
  JSON.stringify(stepsOf(path)) === JSON.stringify(stepsOf(own)) ? [] : [`the path is ${path || 'gone'}, not ${own}`];

/** That a parameter of the merchant's own query was changed or lost, as often as it is there. */
export const queryKept = (arrival: Arrival, own: string, except: readonly string[] = []): string[] => {
  const ours = new URLSearchParams(own);
  return [...new Set(ours.keys())]
    .filter((name) => !except.includes(name))
    .flatMap((name) => {
      const [sent, came] = [ours.getAll(name), valuesOf(arrival, name)];
      const isKept = came.length >= sent.length && sorted(came) === sorted(sent);
      return isKept ? [] : [`${name} is ${JSON.stringify(came)}, not ${JSON.stringify(sent)}`];
    });
};

const sorted = (values: readonly string[]): string => JSON.stringify([...new Set(values)].sort());

const stepsOf = (path: string): string[] =>
  path.split('/').map((step) => {
    try {
      return decodeURIComponent(step);
    } catch {
      return step;
    }
  });
