import { call, refreshed } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { creativeGroup, creativeGroupEndpoints, normaliseValue } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Icon, ReferenceSelect, WriteButton, type InputProps } from '@adsite/screen-kit'
import { mdiPlus } from '@mdi/js'
import { Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useAdText } from '../base/texts.ts'
import { useAdCampaign } from './ad-campaign.ts'
import styles from './product.module.css'

/** Selects a creative group of the campaign's advertiser, or creates one without leaving the form. */
export function CreativeGroupInput({ id, label, value, onChange, onBlur, described, invalid, focusRef }: InputProps): ReactNode {
  const t = useAdText()
  const shell = useShell()
  const campaign = useAdCampaign()
  const mayCreate = useMay('creative_group.create')
  const [name, setName] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const isNamed = normaliseValue(creativeGroup.fields.name, name) !== null
  const query = { advertiser_account_id: String(campaign.advertiser_account_id), limit: '50', sort: '-updated_at' }

  async function create(): Promise<void> {
    if (name === null || !isNamed || sending) return
    setSending(true)
    const body = { name, advertiser_account_id: campaign.advertiser_account_id }
    const outcome = await shell.run(() => call(creativeGroupEndpoints.create, { body }))
    setSending(false)
    if (!outcome.done) return
    await refreshed()
    onChange(outcome.value.data.id)
    setName(null)
    shell.alert('success', [t('group_created')], { autoClose: true })
  }

  return (
    <div className={styles.picker}>
      <div className={styles.group}>
        <ReferenceSelect
          id={id}
          focusRef={focusRef}
          endpoint={creativeGroupEndpoints.select}
          among={{ list: creativeGroupEndpoints.list, query }}
          label={label}
          multiple={false}
          placeholder={t('select')}
          value={typeof value === 'number' ? [value] : []}
          onChange={(ids) => onChange(ids[0] ?? null)}
          onBlur={onBlur}
          aria-invalid={invalid}
          {...(described ? { 'aria-describedby': described } : {})}
        />
        {mayCreate && name === null ? (
          <WriteButton icon={<Icon path={mdiPlus} />} onClick={() => setName(campaign.name.slice(0, 128))}>
            {t('new_group')}
          </WriteButton>
        ) : null}
      </div>
      {name === null ? null : (
        <div className={styles.group}>
          <Input
            aria-label={t('group_name')}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              // Enter would submit the whole form.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          <Button type="primary" loading={sending} disabled={!isNamed} onClick={() => void create()}>
            {t('create')}
          </Button>
          <Button onClick={() => setName(null)}>{t('cancel')}</Button>
        </div>
      )}
    </div>
  )
}
