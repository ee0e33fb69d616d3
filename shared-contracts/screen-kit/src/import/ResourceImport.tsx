import { apiUrl } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import {
  csvEncodings,
  importLimits,
  listSeparator,
  type AnyResource,
  type importEndpoints,
  type RouteWith,
  type UndoEndpoint,
} from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { useId, type ReactNode, type Ref } from 'react'
import { fieldOf } from '../base/field-of.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { Page } from '../element/Page.tsx'
import kit from '../base/kit.module.css'
import { formFields } from '../form/state/form-values.ts'
import { useLostFocus } from '../focus/use-lost-focus.ts'
import { FileLink } from '../read-only/FileLink.tsx'
import { FileDrop } from '../upload/FileDrop.tsx'
import { entityParameters } from '../base/texts.ts'
import { useImportText } from './texts.ts'
import { ImportCheck } from './ImportCheck.tsx'
import { useImport } from './use-import.ts'

interface ResourceImportProps {
  readonly resource: AnyResource
  /** The endpoints that `importEndpoints` creates. */
  readonly endpoints: Pick<ReturnType<typeof importEndpoints>, 'import' | 'import_template'> & { readonly undo: UndoEndpoint }
  readonly listRoute: RouteWith<never>
}

function ChooseFile({
  resource,
  endpoints,
  choose,
  fault,
  heading,
}: Pick<ResourceImportProps, 'resource' | 'endpoints'> & {
  choose: (file: File) => void
  fault: string | null
  heading: Ref<HTMLHeadingElement>
}) {
  const text = useImportText()
  const language = useLanguage()
  const localize = useLocalize()
  const faultId = useId()
  const fields = formFields(resource, null, useRole()).map((name) => fieldOf(resource, name))
  const required = fields.filter((field) => field.required).map(({ label }) => localize(label))

  return (
    <section className={kit.panel}>
      <h2 className={kit.sectionTitle} ref={heading} tabIndex={-1}>
        {text('import_choose')}
      </h2>
      <div className={`${kit.form} ${kit.sectionBody}`}>
        <p className={kit.paragraph}>{text('import_hint')}</p>
        <FileDrop
          accept={['.csv', 'text/csv']}
          label={text('import_file')}
          hint={text('import_limits', { lines: formatCount(importLimits.lines, language), size: importLimits.bytes / 1_000_000 })}
          file={null}
          onFile={choose}
          faultId={fault ? faultId : undefined}
        />
        {fault ? (
          <p id={faultId} className={`${kit.paragraph} ${kit.fault}`} role="alert">
            {fault}
          </p>
        ) : null}
        <p className={kit.paragraph}>
          {text('import_template')}{' '}
          {csvEncodings.map((encoding, index) => (
            <span key={encoding}>
              {index > 0 ? ' · ' : ''}
              <FileLink href={apiUrl(endpoints.import_template, { query: { encoding, locale: language } })} download>
                {text(encoding === 'utf8' ? 'export_utf8' : 'export_sjis')}
              </FileLink>
            </span>
          ))}
        </p>
        <p className={kit.paragraph}>{text('import_required', { columns: required.join(listSeparator(language)) })}</p>
      </div>
    </section>
  )
}

/** The import screen of a resource: choose a file, see what it would do, then import all, only the valid lines, or nothing. */
export function ResourceImport({ resource, endpoints, listRoute }: ResourceImportProps): ReactNode {
  const text = useImportText()
  const localize = useLocalize()
  const { phase, choose, commit, restart, guard } = useImport(endpoints.import)
  // Screen readers announce each step, and the keyboard focus continues from its heading, or from what says that it waits.
  const heading = useLostFocus<HTMLHeadingElement>(phase.step)
  const waiting = useLostFocus<HTMLOutputElement>(phase.step)
  const entity = entityParameters(resource, localize)
  return (
    <Page title={text('import_title', entity)}>
      {phase.step === 'choosing' ? (
        <ChooseFile resource={resource} endpoints={endpoints} choose={(file) => void choose(file)} fault={phase.fault} heading={heading} />
      ) : null}
      {phase.step === 'sending' ? (
        <section className={kit.panel} aria-busy="true">
          <div className={`${kit.form} ${kit.sectionBody}`}>
            <output ref={waiting} tabIndex={-1}>
              {text(phase.commit ? 'import_committing' : 'import_checking', { name: phase.file.name })}
            </output>
            {/* Upload complete; the server's processing time is unknown. */}
            <progress className={kit.progress} aria-label={phase.file.name} {...(phase.sent < 1 ? { value: phase.sent, max: 1 } : {})} />
            {phase.commit && phase.sent === 1 ? <p className={`${kit.paragraph} ${kit.muted}`}>{text('import_goes_on')}</p> : null}
          </div>
        </section>
      ) : null}
      {phase.step === 'checked' ? (
        <ImportCheck
          heading={heading}
          resource={resource}
          entity={entity}
          listRoute={listRoute}
          undo={endpoints.undo}
          fileName={phase.file.name}
          result={phase.result}
          fault={phase.fault}
          commit={(partial) => void commit(partial)}
          restart={restart}
        />
      ) : null}
      <Dialog
        // An import that has ended meanwhile has nothing to wait for any more.
        open={guard.question !== null && phase.step === 'sending'}
        title={text('import_leave_title')}
        okText={text('import_leave')}
        cancelText={text('import_stay')}
        onOk={guard.question?.leave}
        onCancel={guard.question?.stay}
      >
        {text('import_leave_text')}
      </Dialog>
    </Page>
  )
}
