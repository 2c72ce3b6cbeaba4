import { withPlugs } from '../../../nodes/Postiz/settings/withPlugs';

test.each([
	['plug--repost--integrations', true],
	['my-plug--repost--integrations', false],
	['plug--repost--integrations-2', false],
])('%s is a setting for reposts by other channels: %j', (key, isPlug) => {
	const added = { 'plug--repost--delay': '0', 'plug--repost--active': true };
	expect(withPlugs({ [key]: ['x'] })).toEqual({ [key]: ['x'], ...(isPlug && added) });
	expect(withPlugs({ [key]: [] })).toEqual({ [key]: [] });
});
