export { pause } from '../../transport/pause';
