import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const tracked = (pattern: string) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((file) => join(root, file))
    .filter((file) => existsSync(file))
const read = (file: string) => readFileSync(file, 'utf8')

/** Class names of a CSS module, in camel case as the build exports them, without those of antd: `:global(.ant-modal)`. */
function classesOf(file: string): Set<string> {
  const css = read(file)
    .replaceAll(/\/\*.*?\*\//gsu, '')
    .replaceAll(/:global\(\.[^)]*\)|url\([^)]*\)|"[^"]*"|'[^']*'/gu, '')
  return new Set(
    [...css.matchAll(/\.([a-z_][\w-]*)/giu)].map(([, name = '']) =>
      name.replaceAll(/[-_](\w)/gu, (_, letter: string) => letter.toUpperCase()),
    ),
  )
}

interface Uses {
  readonly names: Set<string>
  /** A name is computed: `styles[kind]`. */
  computed: boolean
}

const uses = new Map<string, Uses>()
const unknown: string[] = []
for (const file of tracked('*.tsx').concat(tracked('*.ts'))) {
  const source = read(file)
  for (const [, variable = '', path = ''] of source.matchAll(/^import (\w+) from '(\.[^']*\.module\.css)'$/gmu)) {
    const module = join(dirname(file), path)
    const classes = classesOf(module)
    const used = uses.get(module) ?? { names: new Set<string>(), computed: false }
    for (const [, name = ''] of source.matchAll(new RegExp(String.raw`\b${variable}\.(?!module\.css)(\w+)`, 'gu'))) {
      used.names.add(name)
      if (!classes.has(name)) unknown.push(`${file.slice(root.length + 1)}: ${variable}.${name} is not in ${path}`)
    }
    if (new RegExp(String.raw`\b${variable}\[`, 'u').test(source)) used.computed = true
    uses.set(module, used)
  }
}

// Their type is a record of strings, in which every name compiles.
test('every class that a component uses is in its stylesheet', () => {
  expect(uses.size).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})

test('every class of a stylesheet is used', () => {
  const unused = tracked('*.module.css').flatMap((module) => {
    const used = uses.get(module)
    if (used?.computed) return []
    return [...classesOf(module)].filter((name) => !used?.names.has(name)).map((name) => `${module.slice(root.length + 1)}: .${name}`)
  })
  expect(unused).toEqual([])
})

test('no stylesheet is longer than a source file may be', () => {
  const long = tracked('*.css').flatMap((file) => {
    const lines = read(file).split('\n').length - 1
    return lines > 320 ? [`${file.slice(root.length + 1)}: ${lines} lines; split it by what it styles`] : []
  })
  expect(long).toEqual([])
})
