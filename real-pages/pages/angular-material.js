import '@angular/compiler';
// The package exports its themes to bundlers of style sheets alone.
import '../node_modules/@angular/material/prebuilt-themes/indigo-pink.css';
import { Component, inject } from '@angular/core';
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from '@angular/forms';
import { MatButtonModule } from '@angular/material/button';
import { MatCardModule } from '@angular/material/card';
import { MatCheckboxModule } from '@angular/material/checkbox';
import { MatDialog, MatDialogModule } from '@angular/material/dialog';
import { MatFormFieldModule } from '@angular/material/form-field';
import { MatInputModule } from '@angular/material/input';
import { MatRadioModule } from '@angular/material/radio';
import { MatSelectModule } from '@angular/material/select';
import { bootstrapApplication } from '@angular/platform-browser';
import './angular-material.css';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Angular Material, compiled in the browser: floating captions, a list in an overlay, a dialog from a template.
const allows = (test) => (control) => (test(control.value) ? null : { refused: true });

class Pay {
  constructor() {
    Object.assign(this, { due, networks, payment, send, total });
    this.dialog = inject(MatDialog);
    this.form = new FormGroup({
      amount: new FormControl('', allows(isAmount)),
      method: new FormControl('momo'),
      network: new FormControl('', Validators.required),
      phone: new FormControl('', allows(isPhone)),
      terms: new FormControl(false, Validators.requiredTrue),
    });
  }

  next(prompt) {
    this.form.markAllAsTouched();
    if (this.form.valid) this.dialog.open(prompt, { disableClose: true });
  }
}
const imports = [
  ReactiveFormsModule,
  MatButtonModule,
  MatCardModule,
  MatCheckboxModule,
  MatDialogModule,
  MatFormFieldModule,
  MatInputModule,
  MatRadioModule,
  MatSelectModule,
];
Component({
  selector: '#app',
  imports,
  template: `
    <mat-card>
      <mat-card-header><mat-card-title>Larch Outdoor</mat-card-title><mat-card-subtitle>{{ due() }}</mat-card-subtitle></mat-card-header>
      <mat-card-content>
        <form [formGroup]="form" (ngSubmit)="next(prompt)">
          @if (payment.amount === null) {
            <mat-form-field><mat-label>Amount</mat-label><input matInput formControlName="amount" inputmode="decimal" /><span matTextSuffix>{{ payment.currency }}</span></mat-form-field>
          }
          <mat-radio-group formControlName="method" aria-label="Method">
            <mat-radio-button value="momo">Mobile money</mat-radio-button>
            <mat-radio-button value="card">Card</mat-radio-button>
          </mat-radio-group>
          <mat-form-field>
            <mat-label>Network</mat-label>
            <mat-select formControlName="network">
              @for (one of networks; track one[0]) { <mat-option [value]="one[0]">{{ one[1] }}</mat-option> }
            </mat-select>
            <mat-error>Choose a network</mat-error>
          </mat-form-field>
          <mat-form-field appearance="outline">
            <mat-label>Mobile number</mat-label>
            <input matInput type="tel" formControlName="phone" />
            <mat-hint>Starts with a zero</mat-hint>
          </mat-form-field>
          <mat-checkbox formControlName="terms">I agree to the general terms</mat-checkbox>
          <button mat-flat-button type="submit">Pay {{ due() }}</button>
          <button mat-button type="button" (click)="send('cancel')">Cancel</button>
        </form>
      </mat-card-content>
    </mat-card>
    <ng-template #prompt>
      <h2 mat-dialog-title>Waiting for your answer</h2>
      <mat-dialog-content>{{ total(form.value.amount) }} from {{ form.value.phone }}</mat-dialog-content>
      <mat-dialog-actions>
        <button mat-button (click)="send('decline', form.value)">Decline</button>
        <button mat-flat-button (click)="send('approve', form.value)">Approve</button>
      </mat-dialog-actions>
    </ng-template>`,
})(Pay);

void bootstrapApplication(Pay);
