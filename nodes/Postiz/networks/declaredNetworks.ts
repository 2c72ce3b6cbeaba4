/** All known networks (docs/api.md, Providers): each has a line here. */
export { devto, hashnode, listmonk, medium, wordpress } from './articles';
export { discord, slack, twitch } from './chat';
export { farcaster, lemmy, mewe, moltbook, skool, whop } from './communities';
export { facebook } from './facebook';
export { googleBusiness } from './googleBusiness';
export { instagram, instagramStandalone } from './instagram';
export { linkedin, linkedinPage } from './linkedin';
export { dribbble, pinterest, tumblr } from './pictures';
export { reddit } from './reddit';
export { tiktok, tiktokBusiness } from './tiktok';
export { networksWithoutSettings } from './withoutSettings';
export { x } from './x';
export { youtube } from './youtube';
