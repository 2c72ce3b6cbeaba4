/** Every network that the node knows: a new one is a file of its own and a line here. */
export { discord, slack } from './chat';
export { facebook } from './facebook';
export { farcaster } from './farcaster';
export { instagram, instagramStandalone } from './instagram';
export { lemmy } from './lemmy';
export { linkedin, linkedinPage } from './linkedin';
export { mewe } from './mewe';
export { moltbook } from './moltbook';
export { reddit } from './reddit';
export { skool } from './skool';
export { tiktok, tiktokBusiness } from './tiktok';
export { twitch } from './twitch';
export { whop } from './whop';
export { providersWithoutSettings } from './withoutSettings';
export { x } from './x';
export { youtube } from './youtube';
