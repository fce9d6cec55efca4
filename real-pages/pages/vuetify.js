import 'vuetify/styles';
import { createApp } from 'vue';
import { createVuetify } from 'vuetify';
import { aliases, mdi } from 'vuetify/iconsets/mdi-svg';
import {
  VApp,
  VAppBar,
  VBtn,
  VBtnToggle,
  VCard,
  VCardActions,
  VCardText,
  VCheckbox,
  VContainer,
  VDialog,
  VForm,
  VMain,
  VSelect,
  VTextField,
} from 'vuetify/components';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// A list of which Vuetify draws only the part that is seen.
const districts = Array.from({ length: 200 }, (_, index) => [
  `district-${index}`,
  `Savings bank of district ${index + 1}`,
]);
const [first, ...others] = networks;
const providers = [first, ...districts, ...others];

// Vuetify: a stepper whose second step has the network and the number, and a confirmation in a dialog.
const app = createApp({
  template: `
    <v-app>
      <v-app-bar title="Meadow Farm Shop" density="compact" color="green-darken-3"></v-app-bar>
      <v-main>
        <v-container style="max-width: 520px">
          <v-card :title="due() || 'Your contribution'" :subtitle="'Order ' + payment.reference">
            <v-card-text>
              <v-form ref="form" @submit.prevent="next">
                <v-text-field v-if="payment.amount === null" v-model="amount" label="Amount" :prefix="payment.currency" :rules="[() => isAmount(amount) || 'Enter an amount']"></v-text-field>
                <v-btn-toggle v-model="method" mandatory color="primary" class="mb-4">
                  <v-btn value="momo">Mobile money</v-btn>
                  <v-btn value="card">Card</v-btn>
                </v-btn-toggle>
                <v-select v-model="network" :items="providers" item-title="1" item-value="0" label="Provider" variant="outlined" :rules="[(v) => !!v || 'Choose a provider']"></v-select>
                <v-text-field v-model="phone" type="tel" label="Mobile money number" variant="outlined" counter="20" :rules="[(v) => isPhone(v) || 'Starts with zero']"></v-text-field>
                <v-checkbox v-model="terms" label="I accept the terms" :rules="[(v) => !!v || 'Please accept']"></v-checkbox>
                <v-btn type="submit" block color="primary" size="large">Proceed</v-btn>
                <v-btn block variant="text" class="mt-2" @click="send('cancel')">Cancel</v-btn>
              </v-form>
            </v-card-text>
          </v-card>
        </v-container>
        <v-dialog v-model="asked" persistent max-width="360">
          <v-card title="Authorise payment" :text="total(amount) + ' from ' + phone" :loading="busy">
            <v-card-actions>
              <v-btn :disabled="busy" @click="end('decline')">Deny</v-btn>
              <v-btn :disabled="busy" color="primary" @click="end('approve')">Authorise</v-btn>
            </v-card-actions>
          </v-card>
        </v-dialog>
      </v-main>
    </v-app>`,
  data: () => ({
    amount: '',
    method: 'momo',
    network: null,
    phone: '',
    terms: false,
    asked: false,
    busy: false,
    providers,
    payment,
  }),
  methods: {
    due,
    isAmount,
    isPhone,
    send,
    total,
    async next() {
      const { valid } = await this.$refs.form.validate();
      this.asked = valid;
    },
    end(decision) {
      this.busy = true;
      return send(decision, { phone: this.phone, amount: this.amount });
    },
  },
});
const components = {
  VApp,
  VAppBar,
  VBtn,
  VBtnToggle,
  VCard,
  VCardActions,
  VCardText,
  VCheckbox,
  VContainer,
  VDialog,
  VForm,
  VMain,
  VSelect,
  VTextField,
};
app.use(createVuetify({ components, icons: { defaultSet: 'mdi', aliases, sets: { mdi } } })).mount('#app');
