import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import antdImports from './antd-imports-loader.ts'

const resourcePath = join(import.meta.dirname, '../../../../screen-kit/src/index.ts')
const rewrite = (source: string) => antdImports.call({ resourcePath } as never, source)

describe('imports of antd', () => {
  it('become one import per component', () => {
    expect(rewrite("import { Table, DatePicker as Picker } from 'antd'\nconst a = 1")).toBe(
      "import Table from 'antd/es/table'; import Picker from 'antd/es/date-picker';\nconst a = 1",
    )
  })

  it('lose their types and keep everything else', () => {
    expect(rewrite("import {\n  Button,\n  type ButtonProps,\n} from 'antd'")).toBe("import Button from 'antd/es/button';")
    expect(rewrite("import { useState } from 'react'")).toBe("import { useState } from 'react'")
  })

  it('refuse a component that does not exist', () => {
    expect(() => rewrite("import { Nonsense } from 'antd'")).toThrow('antd has no component "Nonsense"')
  })
})
