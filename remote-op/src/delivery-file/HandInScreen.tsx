import { ApiError, call, refreshed, useApiQuery } from '@adsite/api-client'
import {
  csvFaults,
  deliveryEndpoints,
  deliveryFields,
  referenceEndpoint,
  sourceName,
  type DeliveryMapping,
  type DeliverySummary,
} from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { FileDrop, Page, Panel, ReferenceSelect, selectComponents, WriteButton } from '@adsite/screen-kit'
import { Alert, AutoComplete, Checkbox, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { faultOf, fitted, guessed, headOf, mapText, missingFields, saysAdvertiser, type FileHead, type Mapped } from './column-mapping.ts'
import styles from './delivery-file.module.css'
import { MappingFields, type SavedMapping } from './MappingFields.tsx'
import { useFileText } from './texts.ts'

/** Enough bytes of a file to contain its header. */
const headBytes = 65_536

/** Determined by file name, because browsers report CSV as the type of the program that opens it. */
function typeOf(name: string): string {
  if (/\.gz$/iu.test(name)) return 'application/gzip'
  return /\.(?:nd|l)?json(?:l)?$/iu.test(name) ? 'application/x-ndjson' : 'text/csv'
}

/** What came of the last attempt: of one that was refused, why, by field. */
type Outcome = { readonly faults: Readonly<Record<string, string>> } | { readonly summary: DeliverySummary }

function HandIn({ mappings }: { mappings: readonly DeliveryMapping[] }): ReactNode {
  const text = useFileText()
  const language = useLanguage()
  const localize = useLocalize()
  const { href } = useShell()
  const [file, setFile] = useState<File | null>(null)
  const [head, setHead] = useState<FileHead | null>(null)
  const [mapped, setMapped] = useState<Mapped>(guessed(null))
  const [saved, setSaved] = useState<SavedMapping>('none')
  const [save, setSave] = useState(false)
  const [source, setSource] = useState('')
  const [advertiser, setAdvertiser] = useState<number[]>([])
  const [rate, setRate] = useState('')
  const [replace, setReplace] = useState(false)
  const [create, setCreate] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [sending, setSending] = useState(false)

  const savedFor = (name: string) => mappings.find((each) => each.source === name)?.map
  /** Starts with the mapping saved for the source if it fits, else with one guessed from the column names. */
  function begin(of: FileHead | null, name: string): void {
    const map = savedFor(name)
    const fit = map === undefined ? null : fitted(map, of)
    setMapped(fit ?? guessed(of))
    setSaved(map === undefined ? 'none' : fit ? 'used' : 'unfit')
  }

  async function take(chosen: File): Promise<void> {
    const start = await chosen.slice(0, headBytes).text()
    const unread = faultOf(start)
    setFile(unread ? null : chosen)
    setOutcome(unread ? { faults: { file: `${chosen.name}: ${localize(csvFaults[unread])}` } } : null)
    if (unread) return
    const found = headOf(start)
    setHead(found)
    begin(found, source)
  }

  function from(name: string): void {
    setSource(name)
    if (file && savedFor(name) !== savedFor(source)) begin(head, name)
  }

  /** Whether amounts may be in other currencies. */
  const rated = file !== null && (mapped.written !== null || Object.values(mapped.columns).includes('currency'))

  /** The file specifies the advertiser, so the form does not ask for it. */
  const inColumn = file !== null && saysAdvertiser(mapped)
  /** For a compressed file only the server can tell whether a column specifies the advertiser. */
  const mayBeInColumn = file !== null && head === null && mapText(mapped) === ''

  function missing(): Record<string, string> {
    const unmapped = file === null ? [] : missingFields(mapped).map((name) => localize(deliveryFields[name].label))
    return {
      ...(file ? {} : { file: text('required') }),
      ...(sourceName.test(source) ? {} : { source: text(source === '' ? 'required' : 'source_fault') }),
      ...(advertiser.length > 0 || inColumn || mayBeInColumn ? {} : { advertiser_account_id: text('required') }),
      ...(unmapped.length === 0 ? {} : { map: text('map_missing', { fields: unmapped.join(text('and')) }) }),
    }
  }

  async function send(): Promise<void> {
    const found = missing()
    if (Object.keys(found).length > 0 || !file) return setOutcome({ faults: found })
    setOutcome(null)
    setSending(true)
    try {
      const { data } = await call(deliveryEndpoints.import, {
        query: {
          source,
          ...(inColumn || advertiser.length === 0 ? {} : { advertiser_account_id: String(advertiser[0]) }),
          map: mapText(mapped),
          ...(save && mapText(mapped) !== '' ? { mapping: 'save' as const } : {}),
          name: file.name.slice(0, 255),
          ...(rate === '' || !rated ? {} : { rate }),
          ...(replace ? { replace: 'days' as const } : {}),
          create_missing: create ? 'true' : 'false',
        },
        file: new Blob([file], { type: typeOf(file.name) }),
      })
      setOutcome({ summary: data })
      await refreshed()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const said = Object.entries(error.errors).map(([field, messages]) => [field, messages.join(' ')] as const)
      setOutcome({ faults: said.length > 0 ? Object.fromEntries(said) : { file: error.message } })
    } finally {
      setSending(false)
    }
  }

  const faults = outcome && 'faults' in outcome ? outcome.faults : {}
  const summary = outcome && 'summary' in outcome ? outcome.summary : null
  const fault = (name: string) =>
    faults[name] ? (
      <p className={styles.fault} role="alert" id={`fault-${name}`}>
        {faults[name]}
      </p>
    ) : null
  /** Props that mark an invalid field and link it to its error. */
  const invalid = (name: string) =>
    faults[name] ? ({ status: 'error', 'aria-invalid': true, 'aria-describedby': `fault-${name}` } as const) : {}
  const opened = summary?.file_id ? href('delivery_file.detail', { id: String(summary.file_id) }) : null
  return (
    <div className={styles.form} aria-busy={sending}>
      <div className={styles.field}>
        <FileDrop
          accept={['.csv', '.ndjson', '.jsonl', '.json', '.gz', 'text/csv']}
          label={text(file ? 'file_other' : 'file')}
          hint={text('file_hint')}
          file={file}
          onFile={(chosen) => void take(chosen)}
          faultId={faults['file'] ? 'fault-file' : undefined}
        />
        {fault('file')}
      </div>
      <div className={styles.field}>
        <label htmlFor="delivery-source">{text('source')}</label>
        <AutoComplete
          id="delivery-source"
          components={selectComponents}
          value={source}
          onChange={(name: string) => from(name.trim())}
          options={mappings.filter((each) => each.source.includes(source)).map((each) => ({ value: each.source }))}
          {...invalid('source')}
        />
        <p className={styles.note}>{text('source_hint')}</p>
        {fault('source')}
      </div>
      <div className={styles.field}>
        <span>{text('advertiser')}</span>
        {inColumn ? null : (
          <ReferenceSelect
            endpoint={referenceEndpoint('advertiser')}
            value={advertiser}
            onChange={setAdvertiser}
            multiple={false}
            placeholder=""
            label={text('advertiser')}
            {...invalid('advertiser_account_id')}
          />
        )}
        <p className={styles.note}>{text(inColumn ? 'advertiser_column' : 'advertiser_hint')}</p>
        {fault('advertiser_account_id')}
      </div>
      {file ? (
        <div className={styles.field}>
          <MappingFields head={head} mapped={mapped} onChange={setMapped} saved={saved} source={source} save={save} onSave={setSave} />
          {fault('map')}
        </div>
      ) : null}
      {rated ? (
        <div className={styles.field}>
          <label htmlFor="delivery-rate">{text('rate')}</label>
          <Input
            id="delivery-rate"
            value={rate}
            placeholder="USD=150.25"
            onChange={({ target }) => setRate(target.value)}
            {...invalid('rate')}
          />
          <p className={styles.note}>{text('rate_hint')}</p>
          {fault('rate')}
        </div>
      ) : null}
      <Checkbox checked={replace} onChange={({ target }) => setReplace(target.checked)}>
        {text('replace')}
      </Checkbox>
      <p className={styles.note}>{text('replace_hint')}</p>
      <Checkbox checked={create} onChange={({ target }) => setCreate(target.checked)}>
        {text('create')}
      </Checkbox>
      <div>
        <WriteButton type="primary" loading={sending} onClick={() => void send()}>
          {text('send')}
        </WriteButton>
      </div>
      {sending && file ? <output>{text('sending', { name: file.name })}</output> : null}
      {summary ? (
        <Alert
          type={summary.nothing_added || summary.rows_refused > 0 ? 'warning' : 'success'}
          showIcon
          title={
            summary.nothing_added ??
            text('done', {
              count: summary.rows_taken,
              taken: formatCount(summary.rows_taken, language),
              refused: formatCount(summary.rows_refused, language),
            })
          }
          description={
            <>
              {summary.rows_refused > 0 && opened !== null ? <p>{text('done_refused')}</p> : null}
              {summary.ignored_columns.length > 0 ? <p>{text('ignored', { columns: summary.ignored_columns.join(', ') })}</p> : null}
              {opened === null ? null : <Link to={opened}>{text('open')}</Link>}
            </>
          }
        />
      ) : null}
    </div>
  )
}

/** The form, once the mappings that sources have saved are known: a file must not be read by guesses where one is saved. */
export default function HandInScreen(): ReactNode {
  const text = useFileText()
  const { data, error, refetch } = useApiQuery(deliveryEndpoints.mappings)
  return (
    <Page title={text('title')}>
      <Panel title={text('title')} busy={!data && !error} failure={error && !data ? { error, retry: () => void refetch() } : null}>
        {data ? <HandIn mappings={data.data} /> : null}
      </Panel>
    </Page>
  )
}
