/** Stores the declarations of all areas in `adsiteAreas`. */
declare module 'virtual:areas' {}
