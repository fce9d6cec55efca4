import { openApi } from '../../client/open-api.ts';
import { parseSettings } from '../../settings/settings.ts';
import { beginJournal } from '../callback-journal.ts';
import { Callbacks } from '../callbacks.ts';

// A run that leaves a created and a changed callback behind, and goes on until it is killed.
const run = async (): Promise<void> => {
  const settings = parseSettings(process.env);
  const { api } = openApi(settings);
  const journal = await beginJournal(process.argv[2] ?? '');
  const created = await new Callbacks(api, settings, journal).create();
  await api.updateCallback(created, { url: 'https://other.example', description: 'without a mark' });
  await new Callbacks(api, { ...settings, callbackCreatePath: undefined }, journal).toUpdate({ is_active: false });
  console.log('left');
};
void run();
setInterval(() => {}, 1_000);
