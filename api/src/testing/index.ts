export { startTestApi, type TestApi } from './api.ts'
export { TestClient, type CallOptions } from './client.ts'
export { createTestDatabase, type TestDatabase } from './database.ts'
export { emailOf, loadFixtures, testPassword, type Fixtures, type Tenant } from './fixtures.ts'
