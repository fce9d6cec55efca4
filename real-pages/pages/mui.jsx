import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import Alert from '@mui/material/Alert';
import AppBar from '@mui/material/AppBar';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Checkbox from '@mui/material/Checkbox';
import CssBaseline from '@mui/material/CssBaseline';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// MUI: an Autocomplete, and a bar at the lower edge of a phone that has the buttons once more.
const options = networks.map(([id, label]) => ({ id, label }));

function Pay() {
  const [entry, setEntry] = useState({ amount: '', network: null, phone: '', terms: false });
  const [asked, setAsked] = useState(false);
  const [stage, setStage] = useState('form');
  const set = (more) => setEntry({ ...entry, ...more });
  const isComplete = entry.network && isPhone(entry.phone) && entry.terms && isAmount(entry.amount);
  const next = () => (isComplete ? setStage('confirm') : setAsked(true));
  const end = (decision) => {
    setStage('wait');
    void send(decision, entry);
  };
  const buttons = (size) => (
    <>
      <Button size={size} color="inherit" onClick={() => end('cancel')}>
        Cancel order
      </Button>
      <Button size={size} variant="contained" onClick={next} sx={{ ml: 1 }}>
        Pay {due()}
      </Button>
    </>
  );
  return (
    <>
      <CssBaseline />
      <AppBar position="static" color="secondary">
        <Toolbar>
          <Typography variant="h6">Cedar Garden Supplies</Typography>
        </Toolbar>
      </AppBar>
      <Card sx={{ maxWidth: 480, mx: 'auto', my: 2, mb: 10 }}>
        <CardContent>
          <Stack spacing={2}>
            {payment.amount !== null && (
              <Typography variant="h5" component="p">
                {due()}
              </Typography>
            )}
            {asked && !isComplete && <Alert severity="error">Please complete your details.</Alert>}
            {payment.amount === null && (
              <TextField
                label="Amount"
                value={entry.amount}
                onChange={({ target }) => set({ amount: target.value })}
                slotProps={{
                  htmlInput: { inputMode: 'decimal' },
                  input: { startAdornment: <InputAdornment position="start">{payment.currency}</InputAdornment> },
                }}
              />
            )}
            <Autocomplete
              options={options}
              value={entry.network}
              onChange={(_event, network) => set({ network })}
              renderInput={(props) => <TextField {...props} label="Mobile network" required />}
            />
            <TextField
              label="Phone number"
              required
              variant="filled"
              value={entry.phone}
              onChange={({ target }) => set({ phone: target.value })}
              error={asked && !isPhone(entry.phone)}
              helperText="Starts with a zero"
            />
            <FormControlLabel
              control={<Checkbox checked={entry.terms} onChange={({ target }) => set({ terms: target.checked })} />}
              label="I agree to the terms of service"
            />
            <Box sx={{ textAlign: 'right' }}>{buttons('large')}</Box>
          </Stack>
        </CardContent>
      </Card>
      <Paper elevation={3} sx={{ display: { sm: 'none' }, position: 'fixed', bottom: 0, left: 0, right: 0, p: 1 }}>
        {buttons('small')}
      </Paper>
      <Dialog open={stage !== 'form'}>
        <DialogTitle>Approve on your phone</DialogTitle>
        <DialogContent>
          <DialogContentText>
            {stage === 'wait' ? 'One moment…' : `${total(entry.amount)} will be taken from ${entry.phone}.`}
          </DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button disabled={stage === 'wait'} onClick={() => end('decline')}>
            Reject
          </Button>
          <Button disabled={stage === 'wait'} onClick={() => end('approve')} autoFocus>
            Approve
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

createRoot(document.getElementById('app')).render(<Pay />);
