import 'element-plus/dist/index.css';
import {
  ElButton,
  ElCheckbox,
  ElForm,
  ElFormItem,
  ElInput,
  ElMessageBox,
  ElOption,
  ElRadio,
  ElRadioGroup,
  ElSelect,
} from 'element-plus';
import { createApp } from 'vue';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Element Plus: a form with captions on top, a list in a popper, bordered radios, a message box for the answer.
createApp({
  components: { ElButton, ElCheckbox, ElForm, ElFormItem, ElInput, ElOption, ElRadio, ElRadioGroup, ElSelect },
  template: `
    <div style="max-width: 440px; margin: 24px auto; padding: 0 16px">
      <h2>Pinewood Cabins</h2>
      <p v-if="payment.amount !== null">Amount due: <b>{{ due() }}</b></p>
      <el-form ref="form" :model="entry" :rules="rules" label-position="top" @submit.prevent>
        <el-form-item v-if="payment.amount === null" prop="amount" label="Amount"><el-input v-model="entry.amount"><template #append>{{ payment.currency }}</template></el-input></el-form-item>
        <el-form-item label="Payment method">
          <el-radio-group v-model="entry.method"><el-radio value="momo" border>Mobile money</el-radio><el-radio value="bank" border>Bank</el-radio></el-radio-group>
        </el-form-item>
        <el-form-item prop="network" label="Service provider">
          <el-select v-model="entry.network" placeholder="Please select"><el-option v-for="[value, label] in networks" :key="value" :value="value" :label="label" /></el-select>
        </el-form-item>
        <el-form-item prop="phone" label="Account number"><el-input v-model="entry.phone" clearable /></el-form-item>
        <el-form-item prop="terms"><el-checkbox v-model="entry.terms">I agree to the booking conditions</el-checkbox></el-form-item>
        <el-button type="primary" style="width: 100%" @click="next">Submit payment</el-button>
        <el-button link style="width: 100%; margin: 12px 0 0" @click="send('cancel')">Abandon</el-button>
      </el-form>
    </div>`,
  data: () => ({
    entry: { amount: '', method: '', network: '', phone: '', terms: false },
    rules: {
      amount: [{ validator: (_rule, value, done) => done(isAmount(value) ? undefined : new Error('Enter an amount')) }],
      network: [{ required: true, message: 'Choose a provider' }],
      phone: [{ validator: (_rule, value, done) => done(isPhone(value) ? undefined : new Error('Starts with zero')) }],
      terms: [{ validator: (_rule, value, done) => done(value ? undefined : new Error('Please agree')) }],
    },
    networks,
    payment,
  }),
  methods: {
    due,
    send,
    async next() {
      if (this.entry.method !== 'momo' || !(await this.$refs.form.validate().catch(() => false))) return;
      const decision = await ElMessageBox.confirm(
        `${total(this.entry.amount)} from ${this.entry.phone}`,
        'Test payment',
        {
          confirmButtonText: 'Complete',
          cancelButtonText: 'Let it fail',
          showClose: false,
          closeOnClickModal: false,
          closeOnPressEscape: false,
        },
      ).then(
        () => 'approve',
        () => 'decline',
      );
      await send(decision, this.entry);
    },
  },
}).mount('#app');
