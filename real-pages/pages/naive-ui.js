import {
  NAlert,
  NButton,
  NCard,
  NCheckbox,
  NDialogProvider,
  NForm,
  NFormItem,
  NInput,
  NInputNumber,
  NRadioButton,
  NRadioGroup,
  NSelect,
  NSpace,
  useDialog,
} from 'naive-ui';
import { createApp } from 'vue';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Naive UI: segmented buttons, a list without ids whose captions are no labels, a dialog of the library's own.
const Pay = {
  components: {
    NAlert,
    NButton,
    NCard,
    NCheckbox,
    NForm,
    NFormItem,
    NInput,
    NInputNumber,
    NRadioButton,
    NRadioGroup,
    NSelect,
    NSpace,
  },
  template: `
    <n-card title="Sorrel Ceramics" style="max-width: 460px; margin: 24px auto">
      <template #header-extra>{{ due() }}</template>
      <n-alert v-if="problem" type="error">{{ problem }}</n-alert>
      <n-form>
        <n-form-item v-if="payment.amount === null" :label="'Amount, ' + payment.currency"><n-input-number v-model:value="entry.amount" :show-button="false" placeholder="How much" /></n-form-item>
        <n-form-item label="Method"><n-radio-group v-model:value="entry.method"><n-radio-button value="card" label="Card" /><n-radio-button value="momo" label="Mobile money" /></n-radio-group></n-form-item>
        <n-form-item label="Network"><n-select v-model:value="entry.network" :options="options" filterable placeholder="Which network?" /></n-form-item>
        <n-form-item label="Phone"><n-input v-model:value="entry.phone" placeholder="Your phone number" clearable /></n-form-item>
        <n-form-item :show-label="false"><n-checkbox v-model:checked="entry.terms">I accept the terms of trade</n-checkbox></n-form-item>
        <n-space justify="end"><n-button quaternary @click="leave">Cancel</n-button><n-button type="primary" @click="next">Pay</n-button></n-space>
      </n-form>
    </n-card>`,
  setup: () => ({ dialog: useDialog() }),
  data: () => ({
    entry: { amount: null, method: 'momo', network: null, phone: '', terms: false },
    problem: '',
    options: networks.map(([value, label]) => ({ value, label })),
    payment,
  }),
  methods: {
    due,
    leave() {
      this.dialog.warning({
        title: 'Cancel the payment?',
        positiveText: 'Cancel it',
        negativeText: 'Keep it',
        onPositiveClick: () => send('cancel'),
      });
    },
    next() {
      const { amount, network, phone, terms } = this.entry;
      const isComplete = network && isPhone(phone) && terms && isAmount(amount);
      this.problem = isComplete ? '' : 'Please complete the form.';
      if (!isComplete) return;
      this.dialog.info({
        title: 'Approve on your phone',
        content: total(amount),
        positiveText: 'Approved',
        negativeText: 'Not approved',
        closable: false,
        maskClosable: false,
        onPositiveClick: () => send('approve', this.entry),
        onNegativeClick: () => send('decline', this.entry),
      });
    },
  },
};
createApp({ components: { NDialogProvider, Pay }, template: '<n-dialog-provider><Pay /></n-dialog-provider>' }).mount(
  '#app',
);
