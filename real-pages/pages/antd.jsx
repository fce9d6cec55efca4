import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  Alert,
  App as AntApp,
  Avatar,
  Button,
  Checkbox,
  Descriptions,
  Drawer,
  Flex,
  Form,
  Input,
  InputNumber,
  Popconfirm,
  Select,
  Segmented,
  Space,
  Typography,
} from 'antd';
import { due, isPhone, networks, payment, send, total } from '../payment.js';

// Ant Design: a searchable list with icons and two lines, a drawer that asks for a one-time code.
const hints = { sunrise: 'Answer the prompt on your phone', blue: 'Dial *170# first', metro: 'Not before 6 a.m.' };

function Pay() {
  const [form] = Form.useForm();
  const [entry, setEntry] = useState();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const finish = async (decision) => {
    setBusy(true);
    if (await send(decision, entry)) return;
    setBusy(false);
    setProblem('The payment was refused.');
  };
  return (
    <div style={{ maxWidth: 460, margin: '24px auto', padding: 16 }}>
      <Typography.Title level={3}>Juniper Lane</Typography.Title>
      <Descriptions
        column={1}
        items={[
          { key: 'order', label: 'Order', children: payment.reference },
          ...(payment.amount === null ? [] : [{ key: 'due', label: 'Total', children: <b>{due()}</b> }]),
        ]}
      />
      {problem && <Alert type="error" title={problem} />}
      <Segmented block options={['Mobile money', 'Card', 'Bank']} style={{ marginBlock: 16 }} />
      <Form form={form} layout="vertical" onFinish={setEntry} requiredMark="optional">
        {payment.amount === null && (
          <Form.Item name="amount" label="Amount" rules={[{ required: true }]}>
            <InputNumber suffix={payment.currency} min={0.01} precision={2} style={{ width: '100%' }} />
          </Form.Item>
        )}
        <Form.Item name="network" label="Wallet provider" rules={[{ required: true }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Search to select"
            options={networks.map(([value, label]) => ({ value, label }))}
            optionRender={({ label, value }) => (
              <Space>
                <Avatar size="small">{String(label)[0]}</Avatar>
                <span>
                  {label}
                  <br />
                  <Typography.Text type="secondary">{hints[value]}</Typography.Text>
                </span>
              </Space>
            )}
          />
        </Form.Item>
        <Form.Item
          name="phone"
          label="Wallet number"
          rules={[{ validator: async (_, value) => isPhone(value) || Promise.reject(new Error('Starts with zero')) }]}
        >
          <Input inputMode="tel" allowClear />
        </Form.Item>
        <Form.Item
          name="terms"
          valuePropName="checked"
          rules={[{ validator: async (_, value) => value || Promise.reject(new Error('Please accept')) }]}
        >
          <Checkbox>
            I have read the <a href="#agreement">agreement</a>
          </Checkbox>
        </Form.Item>
        <Flex gap="small" justify="end">
          <Popconfirm title="Give up this payment?" okText="Give up" cancelText="Stay" onConfirm={() => send('cancel')}>
            <Button>Cancel</Button>
          </Popconfirm>
          <Button type="primary" htmlType="submit">
            Continue
          </Button>
        </Flex>
      </Form>
      <Drawer open={Boolean(entry)} title="Verification" onClose={() => setEntry(undefined)} maskClosable={false}>
        <p>
          {total(entry?.amount)} from {entry?.phone}. The test code is 246 810.
        </p>
        <Flex vertical gap="middle">
          <Input.OTP length={6} value={code} onChange={setCode} />
          <Button type="primary" block disabled={code !== '246810'} loading={busy} onClick={() => finish('approve')}>
            Verify and pay
          </Button>
          <Button type="text" block onClick={() => finish('decline')}>
            Simulate an empty wallet
          </Button>
        </Flex>
      </Drawer>
    </div>
  );
}

createRoot(document.getElementById('app')).render(
  <AntApp>
    <Pay />
  </AntApp>,
);
