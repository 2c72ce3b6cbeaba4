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
	['reading.json', replayReading, 71],
	['settings.json', replaySettings, 172],
	['bodies.json', replayBodies, 48],
	['media.json', replayMedia, 570],
	['lengths.json', replayLengths, 291],
	['texts.json', replayTexts, 92],
	['changes.json', replayChanges, 40],
	['uploads.json', replayUploads, 19],
	['oauth.json', replayOauth, 16],
	['keys.json', replayKeys, 102],
])(
	'the sandbox answers %s as a running instance did',
	async (_file, replay, cases) => {
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
