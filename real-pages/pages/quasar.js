import 'quasar/dist/quasar.css';
import {
  Dialog,
  QBtn,
  QCheckbox,
  QForm,
  QInput,
  QItem,
  QItemLabel,
  QItemSection,
  QLayout,
  QPage,
  QPageContainer,
  QSelect,
  QStep,
  QStepper,
  Quasar,
  Ripple,
} from 'quasar';
import { createApp } from 'vue';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Quasar: steps, a list that is a dialog on phones and has options of two lines, a number with a mask.
const components = {
  QBtn,
  QCheckbox,
  QForm,
  QInput,
  QItem,
  QItemLabel,
  QItemSection,
  QLayout,
  QPage,
  QPageContainer,
  QSelect,
  QStep,
  QStepper,
};
const app = createApp({
  template: `
    <q-layout><q-page-container><q-page padding style="max-width: 520px; margin: auto">
      <h5>Amber Bay Hotel</h5>
      <q-stepper v-model="step" vertical animated>
        <q-step :name="1" title="Wallet" :done="step > 1">
          <q-form @submit="step = 2">
            <p v-if="payment.amount !== null">You pay {{ due() }}</p>
            <q-input v-else v-model="amount" outlined label="Amount" :suffix="payment.currency" inputmode="decimal" :rules="[() => isAmount(amount) || 'Enter an amount']" />
            <q-select v-model="network" outlined label="Network" :options="options" :rules="[(v) => !!v || 'Choose one']">
              <template #option="{ itemProps, opt }">
                <q-item v-bind="itemProps"><q-item-section><q-item-label>{{ opt.label }}</q-item-label><q-item-label caption>{{ opt.hint }}</q-item-label></q-item-section></q-item>
              </template>
            </q-select>
            <q-input v-model="phone" outlined type="tel" label="Wallet number" mask="#### ### ### ###" :rules="[(v) => isPhone(v) || 'Starts with zero']" />
            <q-btn type="submit" color="primary" label="Continue" />
            <q-btn flat label="Cancel" @click="leave" />
          </q-form>
        </q-step>
        <q-step :name="2" title="Confirm">
          <p>{{ total(amount) }} from {{ phone }}</p>
          <q-checkbox v-model="terms" label="I accept the house rules" />
          <div>
            <q-btn color="primary" label="Pay" :disable="!terms" @click="send('approve', { phone, amount })" />
            <q-btn flat label="Pay with an empty wallet" :disable="!terms" @click="send('decline', { phone, amount })" />
          </div>
        </q-step>
      </q-stepper>
    </q-page></q-page-container></q-layout>`,
  data: () => ({
    step: 1,
    amount: '',
    network: null,
    phone: '',
    terms: false,
    options: networks.map(([value, label]) => ({ value, label, hint: `Prompt by ${label.split(' ')[0]}` })),
    payment,
  }),
  methods: {
    due,
    isAmount,
    isPhone,
    send,
    total,
    leave() {
      Dialog.create({ title: 'Leave?', message: 'Nothing will be taken.', ok: 'Leave', cancel: 'Stay' }).onOk(() =>
        send('cancel'),
      );
    },
  },
});
app.use(Quasar, { components, plugins: { Dialog }, directives: { Ripple } });
// Icons as paths, since the font of icons is a package of its own.
const icons = { arrow_drop_down: 'M7 10l5 5 5-5z', check: 'M9 16.2L4.8 12l-1.4 1.4L9 19 21 7l-1.4-1.4z' };
app.config.globalProperties.$q.iconMapFn = (name) => ({ icon: icons[name] ?? 'M4 4h16v16H4z' });
app.mount('#app');
