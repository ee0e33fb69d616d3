import { useMemo, type ReactNode } from 'react'
import { useImportText } from './texts.ts'

/** Download of the rejected lines, to be corrected and imported again. */
export function RefusedFile({ content, fileName }: { content: string; fileName: string }): ReactNode {
  const text = useImportText()
  // Without a BOM, spreadsheet programs read UTF-8 as Shift_JIS.
  const href = useMemo(() => `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${content}`)}`, [content])
  return (
    <p style={{ margin: 0 }}>
      <a href={href} download={text('import_refused_name', { name: fileName })}>
        {text('import_refused_file')}
      </a>
    </p>
  )
}
