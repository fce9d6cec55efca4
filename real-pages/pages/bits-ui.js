import { mount } from 'svelte';
import Pay from './bits-ui.svelte';

// Svelte with Bits UI: a list in a portal, a switch, a code in drawn boxes over one field.
mount(Pay, { target: document.getElementById('app') });
