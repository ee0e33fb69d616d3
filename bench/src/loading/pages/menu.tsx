import { Layout, Menu } from 'antd'
import { createRoot } from 'react-dom/client'

const items = Array.from({ length: 8 }, (_, index) => ({ key: String(index), label: `Entry ${index}` }))

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Layout>
      <Layout.Header>Site</Layout.Header>
      <Layout>
        <Layout.Sider>
          <Menu items={items} className="ready" />
        </Layout.Sider>
        <Layout.Content>Content</Layout.Content>
      </Layout>
    </Layout>,
  )
