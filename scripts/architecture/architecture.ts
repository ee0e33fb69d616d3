// npm run generate:docs: writes the generated parts of docs/architecture.md, those between its `generated` comments.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../remotes.ts'
import { packagesDiagram, packagesList } from './packages-diagram.ts'
import { tablesDiagrams } from './tables-diagram.ts'

export const architecturePage = join(root, 'docs/architecture.md')

/** The page with its generated parts as the code has them now. */
export async function architectureText(): Promise<string> {
  const parts: Readonly<Record<string, string>> = {
    packages: `\`\`\`mermaid\n${packagesDiagram(root)}\n\`\`\`\n\n${packagesList(root)}`,
    tables: await tablesDiagrams(root),
  }
  return Object.entries(parts).reduce(
    (page, [name, text]) =>
      page.replace(
        new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(\n<!-- end -->)`, 'u'),
        (_, start: string, end: string) => `${start}\n${text}\n${end}`,
      ),
    readFileSync(architecturePage, 'utf8'),
  )
}

if (import.meta.main) writeFileSync(architecturePage, await architectureText())
