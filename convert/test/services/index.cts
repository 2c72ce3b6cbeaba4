import { blotatoNodes, blotatoRequests } from './blotato.cjs';
import type { Fixture } from './fixture.cjs';
import { graphNodes, graphRequests } from './graph.cjs';
import { youtubeNodes } from './youtube.cjs';
import { odd } from './odd.cjs';
import { uploadPostNodes, uploadPostRequests } from './uploadPost.cjs';
import { linkedinNodes, xNodes } from './xAndLinkedIn.cjs';

/** Workflows that publish by other services: each kind and shape that is known of public ones, odd ones included. */
export const serviceFixtures: Fixture[] = [
	...blotatoNodes,
	...blotatoRequests,
	...xNodes,
	...linkedinNodes,
	...uploadPostNodes,
	...uploadPostRequests,
	...graphNodes,
	...graphRequests,
	...youtubeNodes,
	...odd,
];

/** The same, each with a title for its tests. */
export const titled = serviceFixtures.map(
	(fixture) => [`${fixture.kind ?? 'Odd'}: ${fixture.name}`, fixture] as const,
);
