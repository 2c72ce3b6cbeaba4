/** Every network that the node knows: a new one is a file of its own and a line here. */
export { facebook } from './facebook';
export { instagram, instagramStandalone } from './instagram';
export { linkedin, linkedinPage } from './linkedin';
export { tiktok, tiktokBusiness } from './tiktok';
export { providersWithoutSettings } from './withoutSettings';
export { x } from './x';
export { youtube } from './youtube';
