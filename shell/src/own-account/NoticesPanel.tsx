import { call, useApiQuery } from '@adsite/api-client'
import {
  isChosen,
  isKeyOf,
  noticeChannels,
  noticeSettingEndpoints,
  noticeTopics,
  type NoticeChannel,
  type NoticeTopicName,
} from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import { readNotices } from '../notification/notice-state.ts'
import styles from './notices.module.css'
import { Panel } from './Panel.tsx'
import { useOwnAccountText } from './texts.ts'

const channelLabels = { site: 'notice_site', mail: 'notice_mail' } as const

interface ChoiceProps {
  readonly label: string
  readonly on: boolean
  /** Absent: it cannot be turned off. */
  readonly onChange?: (on: boolean) => void
}

function Choice({ label, on, onChange }: ChoiceProps): ReactNode {
  const text = useOwnAccountText()
  return (
    <td>
      <label className={styles.choice} title={onChange ? undefined : text('notice_always')}>
        <input
          type="checkbox"
          aria-label={onChange ? label : text('notice_always_named', { name: label })}
          checked={on}
          disabled={!onChange}
          onChange={({ target }) => onChange?.(target.checked)}
        />
      </label>
    </td>
  )
}

/** How the user is told of what happens, by topic and channel; a change is saved at once. */
export function NoticesPanel(): ReactNode {
  const text = useOwnAccountText()
  const localize = useLocalize()
  const { data, error, refetch } = useApiQuery(noticeSettingEndpoints.list)
  // What was just chosen is shown while it is saved.
  const [saving, setSaving] = useState<Readonly<Record<string, boolean>>>({})
  const settings = data?.data

  const nameOf = (topic: string, channel: NoticeChannel) => `${topic} ${channel}`
  async function choose(topic: NoticeTopicName, channel: NoticeChannel, on: boolean): Promise<void> {
    const name = nameOf(topic, channel)
    if (Object.hasOwn(saving, name)) return
    setSaving((now) => ({ ...now, [name]: on }))
    const outcome = await runAction(() => call(noticeSettingEndpoints.update, { body: { topic, channel, on } }))
    await refetch()
    setSaving((now) => Object.fromEntries(Object.entries(now).filter(([each]) => each !== name)))
    if (!outcome.done) return
    if (channel === 'site') void readNotices({ only: 'notifications' })
    showAlert('success', [text('notice_saved')])
  }

  return (
    <Panel whole title={text('notices')} help={text('notices_help')}>
      {error && !settings && <CardFailure error={error} retry={() => void refetch()} />}
      {!error && !settings && <CardWaiting />}
      {settings && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('notice_topic')}</th>
              {noticeChannels.map((channel) => (
                <th key={channel} scope="col">
                  {text(channelLabels[channel])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {settings.map((setting) => {
              const { topic } = setting
              // A topic that only a newer shell knows.
              if (!isKeyOf(noticeTopics, topic)) return null
              const name = localize(noticeTopics[topic].label)
              return (
                <tr key={topic}>
                  <th scope="row">{name}</th>
                  {noticeChannels.map((channel) => (
                    <Choice
                      key={channel}
                      label={`${name} ${text(channelLabels[channel])}`}
                      on={saving[nameOf(topic, channel)] ?? setting[channel]}
                      {...(isChosen(topic, channel) && { onChange: (on) => void choose(topic, channel, on) })}
                    />
                  ))}
                </tr>
              )
            })}
            <tr>
              <th scope="row">{text('notice_security')}</th>
              <td>
                <span className={styles.none}>－</span>
              </td>
              <Choice label={`${text('notice_security')} ${text('notice_mail')}`} on />
            </tr>
          </tbody>
        </table>
      )}
    </Panel>
  )
}
