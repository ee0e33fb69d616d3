import { Table } from 'antd'
import { createRoot } from 'react-dom/client'

const columns = ['name', 'kind', 'state', 'day', 'amount'].map((key) => ({ key, dataIndex: key, title: key }))
const rows = Array.from({ length: 20 }, (_, id) => ({
  id,
  name: `Row ${id}`,
  kind: 'Agency',
  state: 'Active',
  day: '2026-01-01',
  amount: id * 1000,
}))

const root = document.getElementById('root')
if (root) createRoot(root).render(<Table rowKey="id" columns={columns} dataSource={rows} pagination={false} />)
