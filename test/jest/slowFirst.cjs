const { requireOfJest } = require('./ofJest.cjs');

const { default: Sequencer } = requireOfJest('@jest/test-sequencer');

/** Slow because of what they do, not their size, which is all that jest knows in its first run. */
const SLOW = [
	'e2e/editorKeeps',
	'e2e/restarts',
	'e2e/editor',
	'e2e/queue',
	'e2e/examples',
	'e2e/triggers',
	'live/command',
	'live/suite',
	'integration/publishing/faults',
	'service/recorded',
	'integration/transport/limits',
	'integration/publishing/validate/differential',
	'integration/transport/connection',
];

/** Starts with the slow files, so that none of them runs alone at the end. */
module.exports = class SlowFirst extends Sequencer {
	async sort(tests) {
		const turn = ({ path }) => {
			const index = SLOW.findIndex((name) => path.replace(/\\/g, '/').includes(`/${name}.test.`));
			return index < 0 ? SLOW.length : index;
		};
		return (await super.sort(tests)).sort((a, b) => turn(a) - turn(b));
	}
};
