// What a role sees of the areas, from their route tables: menus, and who may open which route. No React, no browser APIs: the shell draws
// it, and the server draws it before the shell has come (docs/decisions/0047-early-frame.md).
export * from './menus.ts'
export * from './route-access.ts'
