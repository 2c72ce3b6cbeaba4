import {
	replayBodies,
	replayChanges,
	replayOauth,
	replayReading,
	replayUploads,
} from './recorded/calls.cjs';
import {
	replayKeys,
	replayLengths,
	replayMedia,
	replaySettings,
	replayTexts,
} from './recorded/posts.cjs';
import { replayVersion } from './recorded/versions.cjs';
import { ALL_VERSIONS } from './releases/release.cjs';

/** Whoever adds cases to a file changes its number here. */
test.each([
	{ title: 'reading.json', replay: replayReading, cases: 71 },
	{ title: 'settings.json', replay: replaySettings, cases: 172 },
	{ title: 'bodies.json', replay: replayBodies, cases: 48 },
	{ title: 'media.json', replay: replayMedia, cases: 570 },
	{ title: 'lengths.json', replay: replayLengths, cases: 291 },
	{ title: 'texts.json', replay: replayTexts, cases: 92 },
	{ title: 'changes.json', replay: replayChanges, cases: 40 },
	{ title: 'uploads.json', replay: replayUploads, cases: 19 },
	{ title: 'oauth.json', replay: replayOauth, cases: 16 },
	{ title: 'keys.json', replay: replayKeys, cases: 102 },
])(
	'the sandbox answers $title as a running instance did',
	async ({ replay, cases }) => {
		expect(await replay()).toEqual({ cases, different: [] });
	},
	180_000,
);

test.each(ALL_VERSIONS)(
	'the sandbox answers the common calls as version %s did',
	async (version) => {
		expect(await replayVersion(version)).toEqual({ cases: 90, different: [] });
	},
	180_000,
);
