/** Every table that Drizzle can declare; the partitioned facts are in delivery-facts.ts (their DDL is a hand-written migration). */
export * from './schema/access.ts'
export * from './schema/demand.ts'
export * from './schema/delivery.ts'
export * from './schema/information.ts'
export * from './schema/mailed-token.ts'
export * from './schema/notification.ts'
export * from './schema/supply.ts'
export * from './schema/system.ts'
