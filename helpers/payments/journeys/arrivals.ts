import { describe, type Shape } from '../../../interface/messages/shapes.ts';
import type { Arrival, ArrivalKind } from '../merchant/merchant-server.ts';

// Objections to an arrival at the merchant (2.3); empty when there are none.

type MaybeArrival = Arrival | undefined;

/** Describes an arrival for a report. */
export const shown = (arrival: MaybeArrival): string =>
  arrival === undefined
    ? 'no arrival at the merchant'
    : `${arrival.method} to ${arrival.kind}_url with ${arrival.parameters.map(([name, value]) => `${name}=${value}`).join(', ') || 'no parameters'}`;

/** The arrival is missing. */
export const nobody = (arrival: MaybeArrival): string[] =>
  arrival ? [] : ['the browser did not arrive at success_url or failure_url'];

/** The arrival is at the other address. */
export const arrivedAt = (arrival: MaybeArrival, kind: ArrivalKind): string[] =>
  arrival && arrival.kind !== kind ? [`the browser arrived at ${arrival.kind}_url`] : [];

/** All values of a parameter. */
export const valuesOf = (arrival: MaybeArrival, name: string): string[] =>
  (arrival?.parameters ?? []).filter(([other]) => other === name).map(([, value]) => value);

/** A parameter is absent or wrong. Repeated values must be equal, since the merchant may read any of them. */
export const carried = (arrival: MaybeArrival, name: string, shape: Shape): string[] => {
  const values = valuesOf(arrival, name);
  if (values.length === 0) return [`${name} is absent, not ${describe(shape)}`];
  const wrong = values.filter((value) => !shape.safeParse(value).success);
  const various = new Set(values).size > 1 ? [`${name} has ${values.length} different values`] : [];
  return [...wrong.map((value) => `${name} is ${JSON.stringify(value)}, not ${describe(shape)}`), ...various];
};

/** The merchant's own path was changed; its encoding does not matter. */
export const pathKept = ({ path }: Arrival, own: string): string[] =>
  JSON.stringify(decodedSegments(path)) === JSON.stringify(decodedSegments(own))
    ? []
    : [`the path is ${path || 'gone'}, not ${own}`];

/** A parameter of the merchant's own query was changed or lost, or repeated less often. */
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

const decodedSegments = (path: string): string[] =>
  path.split('/').map((step) => {
    try {
      return decodeURIComponent(step);
    } catch {
      return step;
    }
  });
