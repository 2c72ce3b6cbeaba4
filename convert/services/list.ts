import { blotato } from './blotato';
import { facebook } from './facebook';
import { late } from './late';
import { linkedin } from './linkedin';
import type { Service } from './types';
import { uploadPost } from './uploadPost';
import { x } from './x';
import { youtube } from './youtube';

/** Every service whose nodes and requests are converted. */
export const SERVICES: Service[] = [blotato, x, linkedin, uploadPost, facebook, youtube, late];
