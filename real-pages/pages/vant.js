import 'vant/lib/index.css';
import {
  ActionSheet,
  Button,
  Cell,
  CellGroup,
  Checkbox,
  Field,
  Form,
  NavBar,
  Picker,
  Popup,
  showLoadingToast,
} from 'vant';
import { createApp } from 'vue';
import { due, isAmount, isPhone, networks, payment, send } from '../payment.js';

// Vant, made for phones: a locked field that opens a wheel, and an action sheet for the answer.
const app = createApp({
  template: `
    <van-nav-bar title="Bluebell Taxi" />
    <van-form @submit="next">
      <van-cell-group inset>
        <van-cell v-if="payment.amount !== null" title="Fare" :value="due()" />
        <van-field v-else v-model="amount" name="amount" :label="'Fare in ' + payment.currency" type="number" placeholder="0.00" :rules="[{ validator: isAmount, message: 'Enter the fare' }]" />
        <van-field v-model="network" is-link readonly name="network" label="Network" placeholder="Tap to choose" :rules="[{ required: true, message: 'Choose a network' }]" @click="choosing = true" />
        <van-field v-model="phone" type="tel" name="phone" label="Wallet no." placeholder="Mobile money number" :rules="[{ validator: isPhone, message: 'Starts with zero' }]" />
      </van-cell-group>
      <div style="margin: 16px">
        <van-checkbox v-model="terms" shape="square" style="margin-bottom: 16px">I accept the fares</van-checkbox>
        <van-button round block type="primary" native-type="submit" :disabled="!terms">Pay for the ride</van-button>
        <van-button round block plain style="margin-top: 8px" @click="end('cancel')">Cancel</van-button>
      </div>
    </van-form>
    <van-popup v-model:show="choosing" round position="bottom">
      <van-picker title="Network" :columns="columns" confirm-button-text="Done" cancel-button-text="Back" @confirm="choose" @cancel="choosing = false" />
    </van-popup>
    <van-action-sheet v-model:show="asked" description="The phone asks for approval" :actions="actions" :close-on-click-overlay="false" @select="({ decision }) => end(decision)" />`,
  data: () => ({
    amount: '',
    network: '',
    phone: '',
    terms: false,
    choosing: false,
    asked: false,
    columns: networks.map(([value, text]) => ({ value, text })),
    actions: [
      { name: 'Approve', decision: 'approve' },
      { name: 'Decline', subname: 'nothing is taken', decision: 'decline' },
    ],
    payment,
  }),
  methods: {
    due,
    isAmount,
    isPhone,
    next() {
      this.asked = true;
    },
    choose({ selectedOptions: [option] }) {
      this.network = option.text;
      this.choosing = false;
    },
    end(decision) {
      showLoadingToast({ message: 'Please wait', duration: 0, forbidClick: true });
      return send(decision, { phone: this.phone, amount: this.amount });
    },
  },
});
for (const part of [ActionSheet, Button, Cell, CellGroup, Checkbox, Field, Form, NavBar, Picker, Popup]) app.use(part);
app.mount('#app');
