"""What `cubecsp.puzzle` has, and where it is."""

from cubecsp.puzzle.definitions.load import load_puzzle as load_puzzle
from cubecsp.puzzle.definitions.load import read_puzzle as read_puzzle
from cubecsp.puzzle.definitions.load import read_state as read_state
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern as KPattern
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle as KPuzzle
from cubecsp.puzzle.states.reachable_states import MoveGroup as MoveGroup
