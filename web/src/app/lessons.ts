// The guided first games, as data: what is said, where it happens, and which move is asked for.
// Positions are only places to look at; what is legal there and what a move does the server says.

export interface Lesson {
  title: string;
  text: string;
  /** Said to whoever has a mouse: a finger plays at once, and rests on nothing. */
  pointer?: string;
  /** The usual start when absent. */
  position?: string;
  /** Any legal move, the one that flips or gains most, or one of these; null: only to read. */
  wants: "any" | "most" | readonly string[] | null;
  /** Said when another legal move was chosen. */
  otherwise?: string;
  /** How many moves the server's first choice answers with. */
  answers?: number;
  done?: string;
}

export interface Course {
  title: string;
  /** The game that follows, and the one line that sends people there. */
  game: string;
  farewell: string;
  lessons: readonly Lesson[];
}

export const LESSONS: Readonly<Record<string, Course>> = {
  othello: {
    title: "Your first game of Othello",
    game: "large",
    farewell: "That is all there is to it. A short game on a small board, against somebody who plays anything?",
    lessons: [
      {
        title: "A first move",
        text: "You are Black. A disc goes on an empty square so that white discs lie in a straight line between it and another black disc. Those flip. The dots are the squares where that works. Play one of them.",
        pointer: "Rest on a dot to see what would flip.",
        wants: "any",
        answers: 1,
        done: "The white disc in between turned black. Then White did the same to you.",
      },
      {
        title: "All directions at once",
        text: "A disc flips along every line it closes: across, up and down, and diagonally. One move here flips far more than the others. Find it.",
        position: "--X--------X-X-----OOO-----XO----OOXOO----OX-X------------------ X",
        wants: "most",
        otherwise: "That works too, but another square flips more. Count along the lines from each dot.",
        done: "Every line that was closed turned over.",
      },
      {
        title: "A corner",
        text: "Nothing can close a line behind a corner, so a disc there is yours for good. Take the corner.",
        position: "---------X-------OOOOX-----OX------XO--------O--------O--------- X",
        wants: ["a1", "h1", "a8", "h8"],
        otherwise: "That is allowed, but look into the corners: one of them has a dot.",
        done: "That disc stays black until the end. Early on, many discs mean little; corners mean a lot.",
      },
      {
        title: "A pass",
        text: "Whoever can flip nothing passes, and the other goes again. Play any square and see what White can do.",
        position: "XO-XXX-XXOOOOOOXXOOOOOOXXOXXOXOXOOOOXOOXOOXXOXOXOOOOOOXX-XXX-XXX X",
        wants: "any",
        answers: 1,
        done: "White had no move, so it is your turn again. You never have to pass by hand.",
      },
      {
        title: "The end",
        text: "When nobody can move, the discs are counted, and most discs win. White is ahead here. Play the last square.",
        position: "XXXXXXXOOXXXOXXXOOXOXOXXOOOXOOXXOOXOXOXXOOOOOOOXOOOXXOOX-OOOOOOX X",
        wants: "any",
        done: "47 to 17: you won. One move can turn a game around.",
      },
    ],
  },
  relay: {
    title: "Your first game of relay Mancala",
    game: "relay",
    farewell: "Now you know it all. A game against somebody who plays anything?",
    lessons: [
      {
        title: "The board",
        text: "You are South: the lower houses and the store at the bottom are yours. A move takes all the pebbles of one of your houses and sows them one by one around the ring. Sow house 12.",
        pointer: "Rest on a house to see its way.",
        wants: ["12"],
        otherwise: "That is a fine move too. For now, sow house 12, beside your store.",
        done: "When the last pebble falls into a house that is not empty, all of it is picked up and sown on: a relay. It stopped in your store.",
      },
      {
        title: "The most for the store",
        text: "Pebbles in your store are yours for good, and more pebbles win. Find the house that brings the most.",
        pointer: "Rest on a house to see what it would bring.",
        position: "1,0,6,0,3,1,4,0,10,5,1,3,1,13 S",
        wants: "most",
        otherwise: "That brings something, but another house brings much more. Try the longest way round.",
        done: "A long relay passes your own store again and again, and each time a pebble stays there. The other's store is left out.",
      },
      {
        title: "Again your move",
        text: "North has no pebbles left to sow. Whoever has none waits, and the other moves again. Sow your last house.",
        position: "0,0,0,0,0,0,23,0,0,0,0,1,0,24 S",
        wants: "any",
        done: "The pebble fell into an empty house, so the turn ended. North still has nothing: it is again your move.",
      },
      {
        title: "The end",
        text: "When all houses are empty the game is over, and the fuller store wins. Sow the last pebble.",
        position: "0,0,0,0,0,0,23,0,0,0,0,0,1,24 S",
        wants: "any",
        done: "25 to 23: you won.",
      },
    ],
  },
};
