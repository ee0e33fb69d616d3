import { call, useApiQuery } from '@adsite/api-client'
import { requirementObstacles, singleSignOnEndpoints, type RequirementObstacle, type SingleSignOnRequirement } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { ConfirmButton, Panel } from '@adsite/screen-kit'
import { Tag } from 'antd'
import { useId, type ReactNode } from 'react'
import styles from './single-sign-on.module.css'
import { useSingleSignOnText } from './texts.ts'
import { useAct } from './use-act.ts'

/** What is in force, for whom, and the way to change it. */
function Requirement({ id, state }: { id: number; state: SingleSignOnRequirement }): ReactNode {
  const text = useSingleSignOnText()
  const localize = useLocalize()
  const { busy, act } = useAct()
  const obstacle = useId()
  const { required, people, without } = state
  // That nobody has signed in today does not trouble a requirement that is in force.
  const whileRequired = (fault: RequirementObstacle) => (fault === 'no_sign_in' ? null : text(`required_${fault}`))
  const words = state.obstacle === null ? null : required ? whileRequired(state.obstacle) : localize(requirementObstacles[state.obstacle])
  const change = (wanted: boolean) =>
    act(
      () => call(singleSignOnEndpoints.setRequirement, { params: { id }, body: { required: wanted } }),
      text(wanted ? 'requirement_begun' : 'requirement_ended'),
    )
  return (
    <>
      <div className={styles.row}>
        <Tag color={required ? 'success' : 'default'}>{text(required ? 'is_required' : 'is_not_required')}</Tag>
        <span>{text('concerned', { people, without })}</span>
      </div>
      {words === null ? null : (
        <p id={obstacle} className={required ? styles.fault : styles.note}>
          {words}
        </p>
      )}
      <div className={styles.row}>
        {required ? (
          <ConfirmButton
            key="end"
            action={text('end_requirement')}
            title={text('end_requirement_title')}
            busy={busy}
            confirm={() => change(false)}
          >
            <p>{text('end_requirement_sure')}</p>
          </ConfirmButton>
        ) : (
          <ConfirmButton
            key="begin"
            action={text('require')}
            title={text('require_title')}
            disabled={words !== null}
            describedBy={words === null ? undefined : obstacle}
            busy={busy}
            confirm={() => change(true)}
          >
            <p>{text('require_sure')}</p>
            {without > 0 ? <p>{text('require_without', { people, without })}</p> : null}
          </ConfirmButton>
        )}
      </div>
    </>
  )
}

/** Whether people of the provider's domains sign in no other way. */
export function RequirementPanel({ id }: { id: number }): ReactNode {
  const text = useSingleSignOnText()
  const { data, error, refetch } = useApiQuery(singleSignOnEndpoints.requirement, { params: { id } })
  return (
    <Panel title={text('requirement')} busy={!data && !error} failure={error && !data ? { error, retry: () => void refetch() } : null}>
      <p className={styles.note}>{text('requirement_help')}</p>
      {data ? <Requirement id={id} state={data.data} /> : null}
    </Panel>
  )
}
