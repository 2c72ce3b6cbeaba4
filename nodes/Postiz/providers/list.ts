/** Every network that the node knows: a new one is a file of its own and a line here. */
export { linkedin, linkedinPage } from './linkedin';
export { providersWithoutSettings } from './withoutSettings';
export { x } from './x';
