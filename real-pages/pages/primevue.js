import Aura from '@primeuix/themes/aura';
import Button from 'primevue/button';
import Checkbox from 'primevue/checkbox';
import PrimeVue from 'primevue/config';
import ConfirmDialog from 'primevue/confirmdialog';
import ConfirmationService from 'primevue/confirmationservice';
import InputNumber from 'primevue/inputnumber';
import InputText from 'primevue/inputtext';
import Message from 'primevue/message';
import Select from 'primevue/select';
import { createApp } from 'vue';
import { useConfirm } from 'primevue/useconfirm';
import './primevue.css';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// PrimeVue: captions that stand beside the controls and belong to none; the accessible names are placeholders.
const app = createApp({
  components: { Button, Checkbox, ConfirmDialog, InputNumber, InputText, Message, Select },
  template: `
    <div class="page">
      <h2>Quince &amp; Co</h2>
      <div class="line" v-if="payment.amount !== null"><div>Total</div><strong>{{ due() }}</strong></div>
      <Message v-if="problem" severity="error">{{ problem }}</Message>
      <div class="line" v-if="payment.amount === null">
        <div>Amount:</div>
        <InputNumber v-model="amount" :suffix="' ' + payment.currency" :min-fraction-digits="2" placeholder="0.00" fluid />
      </div>
      <div class="line">
        <div>Network:</div>
        <Select v-model="network" :options="networks" option-label="1" placeholder="Select a network" fluid />
      </div>
      <div class="line">
        <div>Phone number:</div>
        <InputText v-model="phone" placeholder="0XX XXX XXXX" fluid />
      </div>
      <div class="terms">
        <Checkbox v-model="terms" input-id="terms" binary />
        <label for="terms">I agree to the terms</label>
      </div>
      <div class="buttons">
        <Button label="Cancel" severity="secondary" text @click="send('cancel')" />
        <Button label="Pay" @click="next" />
      </div>
      <ConfirmDialog />
    </div>`,
  setup: () => ({ confirm: useConfirm() }),
  data: () => ({ amount: null, network: null, phone: '', terms: false, problem: '', networks, payment }),
  methods: {
    due,
    send,
    next() {
      const { amount, phone } = this;
      this.problem = '';
      if (!isAmount(amount)) this.problem = 'Enter an amount.';
      else if (!this.network) this.problem = 'Select a network.';
      else if (!isPhone(phone)) this.problem = 'The number starts with a zero.';
      else if (!this.terms) this.problem = 'Please agree to the terms.';
      if (this.problem) return;
      this.confirm.require({
        header: 'Approve',
        message: `Pay ${total(amount)} from ${phone}?`,
        acceptLabel: 'Approve',
        rejectLabel: 'Refuse',
        closeOnEscape: false,
        accept: () => send('approve', { phone, amount }),
        reject: () => send('decline', { phone, amount }),
      });
    },
  },
});
app
  .use(PrimeVue, { theme: { preset: Aura } })
  .use(ConfirmationService)
  .mount('#app');
