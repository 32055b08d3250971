// Type declaration for style sheets, which are imported only for their side effect.
declare module '*.css'
