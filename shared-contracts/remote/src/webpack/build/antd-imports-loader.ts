import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { LoaderContext } from 'webpack'

const imports = /import\s*\{([^}]*)\}\s*from\s*['"]antd['"];?/gu
const places = new Map<string, string>()

/** `DatePicker` → `antd/es/date-picker`: the file of one component, so that each can be shared individually. */
function placeOf(name: string, from: string): string {
  const folder = name.replace(/(?<=[a-z])(?=[A-Z])/gu, '-').toLowerCase()
  const known = places.get(folder)
  if (known) return known
  const antd = dirname(createRequire(from).resolve('antd/package.json'))
  if (!existsSync(join(antd, 'es', folder, 'index.js'))) throw new Error(`antd has no component "${name}" at es/${folder} (${from})`)
  const place = `antd/es/${folder}`
  places.set(folder, place)
  return place
}

/** Rewrites `import { Table, Button as B } from 'antd'` to one default import per component; drops type imports. */
export default function antdImports(this: LoaderContext<object>, source: string): string {
  return source.replace(imports, (_, list: string) =>
    list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !part.startsWith('type '))
      .map((part) => {
        const [name = '', local = name] = part.split(/\s+as\s+/u)
        return `import ${local} from '${placeOf(name, this.resourcePath)}';`
      })
      .join(' '),
  )
}
