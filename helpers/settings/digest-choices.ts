/** When a digest is sent: always, when anything has changed since the last run, or when a run does not conform. */
export const occasions = ['always', 'change', 'failure'] as const;
export type Occasion = (typeof occasions)[number];

/** Where an incoming webhook leads. */
export const messageFormats = ['slack', 'teams'] as const;
export type MessageFormat = (typeof messageFormats)[number];
