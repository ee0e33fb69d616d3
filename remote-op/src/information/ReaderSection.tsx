import { useApiQuery } from '@adsite/api-client'
import { informationEndpoints, readersLimit, roleLabel, roleOfCode, type InformationReader } from '@adsite/contract'
import { formatCount, formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { Panel, MoreButton, PartFailure, takesLostFocus, useAddressQuery } from '@adsite/screen-kit'
import { Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import styles from './information.module.css'
import { useScreenText } from './texts.ts'

type Shown = 'all' | 'true' | 'false'
const choices = { all: 'readers_all', true: 'readers_confirmed', false: 'readers_open' } as const

function ReaderRow({ reader, isNext }: { reader: InformationReader; isNext: boolean }): ReactNode {
  const { account_name, user_name, role, confirmed_at } = reader
  const t = useScreenText()
  const localize = useLocalize()
  const language = useLanguage()
  const kind = roleOfCode(role)
  return (
    <li className={styles.file} ref={isNext ? takesLostFocus : undefined}>
      <span className={styles.name}>
        {user_name}
        <br />
        <small>{`${kind ? localize(roleLabel(kind)) : '—'} · ${account_name}`}</small>
      </span>
      <span className={styles.size}>{confirmed_at === null ? t('not_confirmed') : formatDateTime(confirmed_at, language)}</span>
    </li>
  )
}

/** A page of readers; loads the next one below it on demand. */
function Readers({ informationId, shown, offset }: { informationId: number; shown: Shown; offset: number }): ReactNode {
  const t = useScreenText()
  const [more, setMore] = useState(false)
  const query = { ...(shown === 'all' ? {} : { confirmed: shown }), offset: String(offset) }
  const { data, error, refetch } = useApiQuery(informationEndpoints.readers, { params: { id: informationId }, query })
  const rows = data?.data
  if (error && !data) return <PartFailure error={error} retry={() => void refetch()} />
  if (!rows) return <p className={styles.none}>{t('loading')}</p>
  if (rows.length === 0 && offset === 0) return <p className={styles.none}>{t('readers_none')}</p>
  return (
    <>
      <ul className={styles.files} {...(offset === 0 ? { 'aria-label': t('readers') } : {})}>
        {rows.map((reader, index) => (
          <ReaderRow key={`${reader.account_id} ${reader.user_id}`} reader={reader} isNext={offset > 0 && index === 0} />
        ))}
      </ul>
      {more ? <Readers informationId={informationId} shown={shown} offset={offset + readersLimit} /> : null}
      {!more && rows.length === readersLimit ? (
        <div>
          <MoreButton onClick={() => setMore(true)} />
        </div>
      ) : null}
    </>
  )
}

/** Who has confirmed the announcement and who has not, by user and account. */
export function ReaderSection({ informationId }: { informationId: number }): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const [address, change] = useAddressQuery()
  const asked = address.get('confirmed')
  const shown: Shown = asked === 'true' || asked === 'false' ? asked : 'all'
  const { data, error, refetch } = useApiQuery(informationEndpoints.readers, { params: { id: informationId }, query: { offset: '0' } })
  const state = data && (
    <span className={styles.size}>
      {t('readers_count', { confirmed: formatCount(data.confirmed, language), total: formatCount(data.total, language) })}
    </span>
  )
  function choose(value: Shown): void {
    change((current) => {
      const next = new URLSearchParams(current)
      if (value === 'all') next.delete('confirmed')
      else next.set('confirmed', value)
      return next
    })
  }
  return (
    <Panel
      title={t('readers')}
      state={state}
      busy={!data && !error}
      failure={error && !data ? { error, retry: () => void refetch() } : null}
    >
      {data ? (
        <>
          <Radio.Group
            value={shown}
            onChange={({ target }) => choose(target.value === 'true' || target.value === 'false' ? target.value : 'all')}
            aria-label={t('readers_shown')}
          >
            {Object.entries(choices).map(([value, key]) => (
              <Radio key={value} value={value}>
                {t(key)}
              </Radio>
            ))}
          </Radio.Group>
          <Readers key={shown} informationId={informationId} shown={shown} offset={0} />
        </>
      ) : null}
    </Panel>
  )
}
