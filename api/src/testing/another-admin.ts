import type { TestApi } from './api.ts'
import type { TestClient } from './client.ts'

const signedIn = new WeakMap<TestApi, Promise<TestClient>>()

/** Signs in a second administrator, because nobody decides on their own submission (contract `StateAction.byAnother`). */
export function anotherAdmin(api: TestApi): Promise<TestClient> {
  const known = signedIn.get(api) ?? api.signIn('admin', 'b')
  signedIn.set(api, known)
  return known
}
