import { call, refresh, refreshed } from '@adsite/api-client'
import { ad, orderEndpoints, orderTerms, type ResourceRecord } from '@adsite/contract'
import { formatYen, useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { DecisionHold, Dialog, FieldValue, useDecisionHold, WriteButton } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { OrderFigures } from './OrderFigures.tsx'
import styles from './order.module.css'
import { useScreenText } from './texts.ts'

/** Orders an ad after showing what the order decides about: creates the order and submits it. */
export function OrderButton({ record }: { record: ResourceRecord<typeof ad> }): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const shell = useShell()
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const [running, setRunning] = useState(false)
  const { held, hold } = useDecisionHold()
  const amount = formatYen(record.budget, language)

  async function place(): Promise<void> {
    setRunning(true)
    const outcome = await shell.run(async () => {
      const created = await call(orderEndpoints.create, { body: { ad_id: record.id, ad_version: record.version } })
      await call(orderEndpoints.submit, { params: { id: created.data.id }, body: { version: 1 } })
    })
    // Refused, the ad is another one than this page knew. Where the answer got lost, it may be ordered all the same.
    if (!outcome.done) refresh(orderEndpoints.submit)
    await refreshed()
    if (outcome.done) shell.alert('success', [t('submitted')], { autoClose: true })
    setRunning(false)
    setAsking(false)
  }

  return (
    <>
      <WriteButton type="primary" onClick={() => setAsking(true)}>
        {t('order')}
      </WriteButton>
      <Dialog
        open={asking}
        title={t('order')}
        okText={t('order_amount', { amount })}
        okButtonProps={{ disabled: held }}
        confirmLoading={running}
        cancelText={t('back')}
        onCancel={() => setAsking(false)}
        onOk={() => void place()}
        destroyOnHidden
      >
        <dl className={styles.facts}>
          {orderTerms.map(({ ad: name }) => (
            <div key={name}>
              <dt>{localize(ad.fields[name].label)}</dt>
              <dd>
                <FieldValue field={ad.fields[name]} name={name} record={record} />
              </dd>
            </div>
          ))}
        </dl>
        <DecisionHold value={hold}>
          <OrderFigures adId={record.id} />
        </DecisionHold>
        <p className={styles.none}>{t('hint')}</p>
      </Dialog>
    </>
  )
}
