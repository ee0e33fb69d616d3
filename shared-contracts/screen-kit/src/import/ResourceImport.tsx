import { apiUrl } from '@adsite/api-client'
import { csvEncodings, importLimits, type AnyResource, type importEndpoints, type RouteWith } from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { mdiTrayArrowUp } from '@mdi/js'
import { useState, type DragEvent, type ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import { Page } from '../element/Page.tsx'
import { kit } from '../base/styles.tsx'
import { entityParameters } from '../base/texts.ts'
import { useImportText } from './texts.ts'
import { ImportCheck } from './ImportCheck.tsx'
import { useImport } from './use-import.ts'

interface ResourceImportProps {
  readonly resource: AnyResource
  /** As created by `importEndpoints`. */
  readonly endpoints: Pick<ReturnType<typeof importEndpoints>, 'import' | 'import_template'>
  readonly listRoute: RouteWith<never>
}

function ChooseFile({
  endpoints,
  choose,
  fault,
}: Pick<ResourceImportProps, 'endpoints'> & { choose: (file: File) => void; fault: string | null }) {
  const text = useImportText()
  const language = useLanguage()
  const [over, setOver] = useState(false)

  function take(files: FileList | null): void {
    if (files?.[0]) choose(files[0])
  }
  function drag(event: DragEvent): void {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take(event.dataTransfer.files)
  }

  return (
    <section className={kit.panel}>
      <h2 className={kit.section_title}>{text('import_choose')}</h2>
      <div className={`${kit.form} ${kit.section_body}`}>
        <p className={kit.paragraph}>{text('import_hint')}</p>
        <label className={kit.drop} data-over={over}>
          <input
            type="file"
            className={kit.drop_input}
            accept=".csv,text/csv"
            onDragOver={drag}
            onDragLeave={drag}
            onDrop={drag}
            onChange={({ target }) => {
              take(target.files)
              // Allows choosing the same file again after it was corrected.
              target.value = ''
            }}
          />
          <span className={kit.drop_button}>
            <Icon path={mdiTrayArrowUp} size={20} />
            {text('import_file')}
          </span>
          <span>{text('upload_drop')}</span>
          <small>{text('import_limits', { lines: formatCount(importLimits.lines, language), size: importLimits.bytes / 1_000_000 })}</small>
        </label>
        {fault ? (
          <p className={`${kit.paragraph} ${kit.fault}`} role="alert">
            {fault}
          </p>
        ) : null}
        <p className={kit.paragraph}>
          {text('import_template')}{' '}
          {csvEncodings.map((encoding, index) => (
            <span key={encoding}>
              {index > 0 ? ' · ' : ''}
              <a href={apiUrl(endpoints.import_template, { query: { encoding, locale: language } })} download>
                {text(encoding === 'utf8' ? 'export_utf8' : 'export_sjis')}
              </a>
            </span>
          ))}
        </p>
      </div>
    </section>
  )
}

/** The import screen of a resource: choose a file, see what it would do, then import all, only the valid lines, or nothing. */
export function ResourceImport({ resource, endpoints, listRoute }: ResourceImportProps): ReactNode {
  const text = useImportText()
  const localize = useLocalize()
  const { phase, choose, commit, restart } = useImport(endpoints.import)
  const entity = entityParameters(resource, localize)
  return (
    <Page title={text('import_title', entity)}>
      {phase.step === 'choosing' ? <ChooseFile endpoints={endpoints} choose={(file) => void choose(file)} fault={phase.fault} /> : null}
      {phase.step === 'sending' ? (
        <section className={kit.panel} aria-busy="true">
          <div className={`${kit.form} ${kit.section_body}`}>
            <output>{text(phase.commit ? 'import_committing' : 'import_checking', { name: phase.file.name })}</output>
            {/* Upload complete; the server's processing time is unknown. */}
            <progress className={kit.progress} aria-label={phase.file.name} {...(phase.sent < 1 ? { value: phase.sent, max: 1 } : {})} />
          </div>
        </section>
      ) : null}
      {phase.step === 'checked' ? (
        <ImportCheck
          resource={resource}
          entity={entity}
          listRoute={listRoute}
          fileName={phase.file.name}
          result={phase.result}
          commit={(partial) => void commit(partial)}
          restart={restart}
        />
      ) : null}
    </Page>
  )
}
