"""The public names; `lazy_loader` reads them from here."""

from .assistant.game import Game as Game
from .assistant.opponents import Adversary as Adversary
from .assistant.review import review as review
from .assistant.suggest import suggest as suggest
from .benchmark.run import run_benchmark as run_benchmark
from .clues.clues import Clues as Clues
from .environment.judge import judge as judge
from .errors import UserError as UserError
from .games.games import Games as Games
from .games.play import play as play
from .matrix import PatternMatrix as PatternMatrix
from .matrix import pattern_matrix as pattern_matrix
from .openers.first_guesses import best_openers as best_openers
from .openers.first_guesses import first_guess as first_guess
from .openers.first_guesses import partition as partition
from .openers.first_guesses import score as score
from .openers.joint_openers import best_pairs as best_pairs
from .proofs.certificate import Certificate as Certificate
from .proofs.opener_proof import prove as prove
from .results.played_run import read_run as read_run
from .results.verdict import Verdict as Verdict
from .results.verdict import verify as verify
from .rules.conditions import Conditions as Conditions
from .rules.feedback import Feedback as Feedback
from .rules.pattern import Pattern as Pattern
from .strategies.strategy import Strategy as Strategy
from .tree.build import grow as grow
from .tree.decision_tree import DecisionTree as DecisionTree
from .words.sources import load as load
from .words.vocabulary import Vocabulary as Vocabulary
from .words.word_list import WordList as WordList

__version__: str
