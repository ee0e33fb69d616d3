import { useApiQuery } from '@adsite/api-client'
import { changeRequestEndpoints, type ChangeRequest, type EndpointResponse } from '@adsite/contract'
import { MoreButton, PartFailure } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import styles from './four-eyes.module.css'
import { RequestItem, type Answer } from './RequestItem.tsx'
import { useFourEyesText } from './texts.ts'

interface Shown {
  readonly state: 'waiting' | 'ended'
  readonly onAnswer: (request: ChangeRequest, answer: Answer) => void
}

interface Props extends Shown {
  readonly page: EndpointResponse<typeof changeRequestEndpoints.list>
  /** It was asked for below the page before. */
  readonly isNext: boolean
}

function NextPage({ after, ...shown }: Shown & { readonly after: string }): ReactNode {
  const text = useFourEyesText()
  const { data, error, refetch } = useApiQuery(changeRequestEndpoints.list, { query: { state: shown.state, after } })
  if (error && !data) return <PartFailure error={error} retry={() => void refetch()} />
  return data ? <RequestList {...shown} page={data} isNext /> : <output className={styles.note}>{text('loading')}</output>
}

/** A page of requests; loads the next one below it on demand. */
export function RequestList({ page: { data, page }, isNext, ...shown }: Props): ReactNode {
  const [more, setMore] = useState(false)
  const next = page?.next ?? null
  return (
    <>
      <ul className={styles.list}>
        {data.map((request, index) => (
          <RequestItem
            key={request.id}
            request={request}
            isNext={isNext && index === 0}
            onAnswer={(answer) => shown.onAnswer(request, answer)}
          />
        ))}
      </ul>
      {next !== null && more ? <NextPage {...shown} after={next} /> : null}
      {next !== null && !more ? (
        <div>
          <MoreButton onClick={() => setMore(true)} />
        </div>
      ) : null}
    </>
  )
}
