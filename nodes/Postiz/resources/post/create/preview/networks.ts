import { providerName } from '../../../../providers';
import { markup, type Html } from './html';

/** Dark enough for white letters. */
const COLOURS: Record<string, string> = {
	bluesky: '#0a63c7',
	discord: '#4752c4',
	facebook: '#0b5fcc',
	instagram: '#b32d74',
	linkedin: '#0a66c2',
	mastodon: '#563acc',
	medium: '#191919',
	pinterest: '#bd081c',
	reddit: '#b83a0a',
	slack: '#4a154b',
	telegram: '#1b6fa8',
	threads: '#101010',
	tiktok: '#121212',
	x: '#0f1419',
	youtube: '#c4161c',
};

/** The first letter of a network in its colour. Its name stands beside it. */
export function badge(identifier = ''): Html {
	const [family = ''] = identifier.split('-');
	const colour = COLOURS[family] ?? '#475569';
	const [letter = '?'] = providerName(identifier);
	return markup`<span class="badge" style="background:${colour}" aria-hidden="true">${letter}</span>`;
}
