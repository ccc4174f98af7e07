/** Global setup of the `e2e` project: builds the site once and serves it. (Filled in with the site.) */
export default async () => {};
